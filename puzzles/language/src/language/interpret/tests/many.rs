//! Many grids of one puzzle: each is checked as if it were the only one.

use super::*;

#[test]
fn what_is_kept_of_other_grids_changes_nothing() {
    for rule in [
        "each cell c: nearest equal number of c = number of c",
        "each cell c in r1c1: number of c < 3",
        "each cell c: count full cells in ring of c < number of c + 3",
        "each pair a, b of neighbours: number of a != number of b or a is full",
        // Its members have no names, so the formula inside is at the head, too.
        "each pair of neighbours: each full cell c: number of c > 1",
        "each pair a, b of cells where number of a = number of b: a is full or b is empty",
        "each row r, run n of full cells in r: size of n = 2 or first number in n = 1",
        "each row r: sum number in r > 4",
        "each area a: exactly 2 full cells in a or sum number in a < 9",
        "if (first cell) is full then each column l: some full cell in l otherwise each row l: some empty cell in l",
        "each cell c: each neighbour d of c where d is full: number of d != number of c",
    ] {
        let rule = rule.replace("in r1c1", "in (row 1)");
        let mut puzzle = bench(
            &format!(
                "data area on cells: regions\ndecide number on cells: 1..3\n\
                 decide mark on cells: full or empty\n\"Rule.\"\n    {rule}\n"
            ),
            3,
            3,
        );
        puzzle.put("area", "aab/abb/ccc");
        let settled = Determined::default();
        let mut state = 3_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) % n
        };
        let (number, mark) = (puzzle.layer("number"), puzzle.layer("mark"));
        let mut kept = 0;
        for round in 0..600 {
            // Mostly the grid before with a few places changed; some places are unknown.
            for _ in 0..if round == 0 { 100 } else { 2 } {
                let at = below(9) as usize;
                let unknown = below(40) == 0;
                let layers = &mut puzzle.filling.layers;
                match below(2) {
                    _ if unknown => layers[number][at] = Filled::Unknown,
                    0 => layers[number][at] = Filled::Number(1 + below(3) as i64),
                    _ => layers[mark][at] = Filled::Word(below(2) as usize),
                }
            }
            let alone = check_but(&puzzle.data, &puzzle.filling, &[]);
            let among = check_with(&settled, &puzzle.data, &puzzle.filling, &[]);
            assert_eq!(alone, among, "{rule}");
            kept += usize::from(alone.is_empty());
        }
        println!("{rule}: {kept} of 600 grids break nothing");
    }
}
