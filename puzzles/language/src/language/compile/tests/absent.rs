//! Numbers that the data do not tell.

use super::*;

/// What a rule about regions to find leaves open, since no number is given there, does not concern the next rule.
#[test]
fn absence_ends_with_the_rule_about_a_region() {
    let book = "data number on cells: number
decide area on cells: regions
\"Nothing is said of a sum that is not told.\"
    each area a, value k from 1 to (sum number in a): size of a > 0
\"Nothing is said at all.\"
    each edges: 1 = 1
";
    let data = data(book, 1, 3, &[("number", ". . ?")]);
    // Each of the two borders is there or not.
    assert_eq!(solutions(&data).len(), 4);
}

#[test]
fn without_a_number_to_count_to_a_rule_is_broken() {
    let book = "data room on cells: regions\ndecide digit on cells: 1..2 or blank\n\"Rule.\"\n    \
                at most (digit of (first cell in grid)) link k in (room of (first cell)): 1 = 2\n";
    // The first cell has no room, so nothing is said of its links if there is a digit; the other cell may be anything.
    let puzzle = data(book, 1, 2, &[("room", ". A")]);
    assert_eq!(solutions(&puzzle).len(), 2 * 3);
}
