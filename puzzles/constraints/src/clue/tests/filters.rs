//! Filters and automata against brute force.

use super::super::{
    Automata, Automaton, Digits, FilterCache, Filtered, MAX_DIGITS, is_prime, scratch,
};
use super::definitions::DEFINITIONS;
use super::{Clue, Random, all_numbers, clue};

/// Clues that promise an exact filter for every run.
const ALWAYS_EXACT: &[&str] = &[
    "fibonacci",
    "power of 2",
    "power of 10",
    "a palindrome",
    "1 more than a palindrome",
    "1 less than a palindrome",
    "9 more than a palindrome",
    "9 less than a palindrome",
    "1995 more than a palindrome",
    "90909 less than a palindrome",
    "odd",
    "odd & a palindrome",
    "1 more than an even & palindrome",
    "multiple of 37",
    "multiple of 88",
    "sum of digits is 7",
    "product of digits is 20",
    "product of digits is 2025",
    "product of digits is 0",
    "product of digits ends in 1",
    "product of digits ends in 25",
    "odd & 90 more than a multiple of 37",
    "multiple of 3 & multiple of 7",
    "3 more than a multiple of 37",
    "3 less than a multiple of 37",
    "17 more than a sum of digits is 7",
    "985 less than a product of digits is 20",
    "not (multiple of 3 or multiple of 5)",
    "sum of digits is 9 or multiple of 11",
];

/// Checks one filter call against the list of all numbers of the run.
fn check(clue: &Clue, definition: impl Fn(u64) -> bool, run: &[Digits]) -> Filtered {
    let text = clue.text();
    let mut members = all_numbers(run);
    // As many as the default filter promises to look at one by one.
    let few = members.len() <= 512;
    members.retain(|&n| definition(n));
    let mut supported = vec![Digits::EMPTY; run.len()];
    for &member in &members {
        let mut rest = member;
        for digits in supported.iter_mut().rev() {
            digits.insert((rest % 10) as u8);
            rest /= 10;
        }
    }
    let mut left = run.to_vec();
    let answer = clue.filter(&mut left);
    let has_word = answer != Filtered::NoWord;
    assert_eq!(clue.has_word(run), has_word, "{text} {run:?}");
    match answer {
        Filtered::NoWord => assert!(members.is_empty(), "{text} {run:?} lost {}", members[0]),
        Filtered::Exact => {
            assert!(!members.is_empty(), "{text} {run:?} has no word");
            assert_eq!(left, supported, "{text} {run:?}");
        }
        Filtered::Relaxed => {
            assert!(
                supported.iter().zip(&left).all(|(s, l)| s.is_subset(*l)),
                "{text} {run:?} -> {left:?}, supported {supported:?}"
            );
            assert!(
                left.iter().zip(run).all(|(l, r)| l.is_subset(*r)),
                "{text} {run:?} -> {left:?} grew"
            );
        }
    }
    assert!(
        !(few || ALWAYS_EXACT.contains(&text)) || answer != Filtered::Relaxed,
        "{text} {run:?} is not exact"
    );
    answer
}

#[test]
fn filters_keep_what_has_support_and_are_exact_where_they_say_so() {
    let mut random = Random(11);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        let mut words = 0;
        for case in 0..60 {
            let cells = 1 + case % 5;
            let run = random.run(cells, 3000.0);
            words += usize::from(check(&clue, definition, &run) != Filtered::NoWord);
        }
        for _ in 0..25 {
            let cells = 6 + random.below(13) as usize;
            let run = random.run(cells, 800.0);
            check(&clue, definition, &run);
        }
        let never = [
            "sum of digits is 162",
            "sum of digits is 1000",
            "product of digits is 11",
        ]
        .contains(&text);
        assert!(
            words > 0 || never || text.contains("123456789") || text.contains("1009"),
            "{text}: every run was without a word"
        );
    }
}

#[test]
fn filters_of_primes_keep_what_has_support() {
    let mut random = Random(12);
    // The numbers stay below 10^6, where `is_prime` is checked against trial division and the published counts.
    for text in [
        "prime",
        "not prime",
        "prime & sum of digits is 14",
        "2 more than a prime",
        "prime or square",
    ] {
        let clue = clue(text);
        let mut relaxed = 0;
        for case in 0..60 {
            let run = random.run(1 + case % 6, 20_000.0);
            let answer = check(&clue, |n| clue.contains(n), &run);
            relaxed += usize::from(answer == Filtered::Relaxed);
        }
        assert!(relaxed < 60);
    }
    // Only ends that are coprime to 10 are left, and remainders modulo 3 count: 2 _ _ 1 with middle digits 0, 3, 6, 9
    // is divisible by 3.
    let mut run = [
        Digits::single(2),
        Digits::ALL,
        Digits::ALL,
        Digits::ALL,
        Digits::ALL,
    ];
    assert_ne!(clue("prime").filter(&mut run), Filtered::NoWord);
    assert_eq!(run[4], [1, 3, 7, 9].into_iter().collect());
    let threes: Digits = [0, 3, 6, 9].into_iter().collect();
    let mut run = [
        Digits::single(2),
        threes,
        threes,
        threes,
        threes,
        threes,
        Digits::single(1),
    ];
    assert_eq!(clue("prime").filter(&mut run), Filtered::NoWord);
}

#[test]
fn what_is_too_much_to_be_listed_is_filtered_by_remainders() {
    // The last digits of all squares and triangular numbers; cubes that end in 5 end in 25 or 75.
    for (text, last, at, expected) in [
        ("square", Digits::ALL, 15, vec![0, 1, 4, 5, 6, 9]),
        ("triangular", Digits::ALL, 15, vec![0, 1, 3, 5, 6, 8]),
        ("cube", Digits::single(5), 14, vec![2, 7]),
    ] {
        let mut run = [Digits::ALL; 16];
        run[15] = last;
        assert_eq!(clue(text).filter(&mut run), Filtered::Relaxed);
        assert_eq!(run[at], expected.into_iter().collect(), "{text}");
    }
}

#[test]
fn runs_around_members_keep_them() {
    // Random runs rarely hold a long square or Fibonacci number: start from members and widen.
    let mut random = Random(13);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        for length in 1..=MAX_DIGITS {
            let low = if length == 1 {
                0
            } else {
                10u64.pow(length as u32 - 1)
            };
            let from = low + random.below(9 * low.max(1));
            let Some(member) = next_member(from, |n| clue.language().next_candidate(n), definition)
            else {
                continue;
            };
            let text_of = member.to_string();
            if text_of.len() != length {
                continue;
            }
            let mut run: Vec<Digits> = text_of
                .bytes()
                .map(|byte| Digits::single(byte - b'0'))
                .collect();
            let answer = check(&clue, definition, &run);
            assert_eq!(answer, Filtered::Exact);
            for _ in 0..3.min(length) {
                let at = random.below(length as u64) as usize;
                run[at] |= random.digits(4);
            }
            check(&clue, definition, &run);
            // Everything open but one cell: brute force cannot list that, yet the member must survive.
            let mut wide = vec![Digits::ALL; length];
            let at = random.below(length as u64) as usize;
            wide[at] = run[at];
            let answer = clue.filter(&mut wide);
            assert_ne!(answer, Filtered::NoWord, "{text}: {member}");
            assert!(answer == Filtered::Exact || !ALWAYS_EXACT.contains(&text));
            // A relaxed answer is at a fixpoint of the automata; a conjunction asks its parts, not what it makes of
            // them.
            if answer == Filtered::Relaxed && !text.contains('&') {
                for automaton in clue.automata(length).list {
                    let mut again = wide.clone();
                    assert!(automaton.filter(&mut again) && again == wide, "{text}");
                }
            }
            let kept = text_of
                .bytes()
                .zip(&wide)
                .all(|(byte, digits)| digits.contains(byte - b'0'));
            assert!(kept, "{text}: {member} lost in {wide:?}");
        }
    }
}

/// The first member from `from` on among the next 2,000 candidates, if there is one.
fn next_member(
    mut from: u64,
    next: impl Fn(u64) -> Option<u64>,
    is_member: impl Fn(u64) -> bool,
) -> Option<u64> {
    for _ in 0..2_000 {
        let candidate = next(from)?;
        if is_member(candidate) {
            return Some(candidate);
        }
        from = candidate + 1;
    }
    None
}

#[test]
fn runs_without_cells_or_with_too_many_have_no_word() {
    for text in [
        "prime",
        "palindrome",
        "odd",
        "fibonacci",
        "square or odd",
        "square & odd",
        "not odd",
        "1 more than a cube",
    ] {
        assert_eq!(clue(text).filter(&mut []), Filtered::NoWord);
        assert_eq!(clue(text).filter(&mut [Digits::ALL; 19]), Filtered::NoWord);
        assert_eq!(
            clue(text).filter(&mut [Digits::ALL, Digits::EMPTY, Digits::ALL]),
            Filtered::NoWord
        );
        assert_eq!(
            clue(text).filter(&mut [Digits::single(0), Digits::ALL]),
            Filtered::NoWord
        );
    }
}

#[test]
fn automata_accept_the_language_or_more_of_it() {
    let mut random = Random(14);
    // That `is_prime` is right is tested elsewhere.
    for &(text, definition) in DEFINITIONS.iter().chain(&[("prime", is_prime as _)]) {
        let clue = clue(text);
        let mut check = |number: u64| {
            let digits: Vec<u8> = number.to_string().bytes().map(|byte| byte - b'0').collect();
            let Automata { list, exact } = clue.automata(digits.len());
            let accepted = list.iter().all(|automaton| automaton.accepts(&digits));
            let means = definition(number);
            assert!(accepted || !means, "{text}: {number} is not accepted");
            assert!(
                !exact || list.is_empty() || accepted == means,
                "{text}: {number} is accepted"
            );
            assert!(
                !exact || !list.is_empty(),
                "{text}: no automaton cannot be exact"
            );
        };
        (0..3000).for_each(&mut check);
        (0..200).for_each(|_| check(random.number()));
    }
}

#[test]
fn clues_that_are_automata_have_them() {
    for text in [
        "odd",
        "multiple of 37",
        "multiple of 4096",
        "multiple of 6000",
        "sum of digits is 7",
        "product of digits is 20",
        "product of digits ends in 1",
        "divisible by each of its digits",
        "1 more than a sum of digits is 7",
        "1 less than a sum of digits is 7",
        "10 more than (multiple of 37 & multiple of 29)",
        "10 more than (multiple of 997 & multiple of 1009)",
        "not multiple of 7",
        "odd & multiple of 13",
        "odd or multiple of 13",
    ] {
        for length in 2..=MAX_DIGITS {
            let automata = clue(text).automata(length).exact;
            assert!(automata, "{text}, length {length}");
        }
    }
    // The numbers it was made from may have a digit more.
    for length in 1..MAX_DIGITS {
        let clue = clue("10 less than (multiple of 37 & multiple of 29)");
        assert!(clue.automata(length).exact, "length {length}");
    }
    // What leaves the right remainders and is as short as the least number may be below it, whichever length is asked
    // for first.
    for lengths in [[2, 3], [3, 2]] {
        let clue = clue("90 more than a multiple of 37 & 90 more than a multiple of 4");
        assert!(
            lengths
                .iter()
                .all(|&length| clue.automata(length).exact == (length > 2))
        );
    }
    // 2 · 5, 4 · 8, 3 · 9 and 2 · 7 pairs of (required, remainder). But where no power of 2 is required all digits so
    // far are odd, so of the even remainders by 8 only that of the start comes up.
    let sizes: Vec<usize> = clue("divisible by each of its digits")
        .automata(5)
        .list
        .iter()
        .map(|a| a.states())
        .collect();
    assert_eq!(sizes, [10, 32 - 3, 27, 14]);
}

#[test]
fn automata_agree_with_the_operations_on_what_they_accept() {
    let (three, sum) = (clue("multiple of 3"), clue("sum of digits is 12"));
    let (a, b) = (&three.automata(3).list[0], &sum.automata(3).list[0]);
    let both = a.intersection(b, 1000).expect("small");
    let either = a.union(b, 1000).expect("small");
    let neither = either.complement().expect("small");
    let not_b = b.complement().expect("small");
    for number in 100..1000u64 {
        let digits: Vec<u8> = number.to_string().bytes().map(|byte| byte - b'0').collect();
        let (in_a, in_b) = (a.accepts(&digits), b.accepts(&digits));
        assert_eq!(both.accepts(&digits), in_a && in_b);
        assert_eq!(either.accepts(&digits), in_a || in_b);
        assert_eq!(neither.accepts(&digits), !(in_a || in_b));
        assert_eq!(not_b.accepts(&digits), !in_b);
    }
    // A bound on the states is kept, and no narrower one.
    assert!(a.intersection(b, both.states()).is_some());
    assert!(a.intersection(b, both.states() - 1).is_none());
    assert_eq!(a.step(a.start(), 10), None);
    assert!(!a.is_accepting(usize::MAX));
}

#[test]
fn a_complement_has_at_most_as_many_states_as_there_can_be() {
    // Strings of up to this many ones; every other one needs a state of its own in the complement.
    let ones = |states: usize| {
        let step = |&ones: &usize, digit| (digit == 1 && ones + 1 < states).then_some(ones + 1);
        Automaton::explore(0, Automaton::MAX_STATES, step, |_| true).expect("few enough")
    };
    let others = ones(Automaton::MAX_STATES - 1).complement();
    let others = others.expect("one more state");
    assert_eq!(others.states(), Automaton::MAX_STATES);
    assert!(others.accepts(&[1, 1, 2]) && !others.accepts(&[1, 1]));
    assert!(ones(Automaton::MAX_STATES).complement().is_none());
}

#[test]
fn filters_do_not_ask_for_memory_on_the_thread_that_made_them() {
    type Make = fn() -> Automaton;
    let residues: Make = || Automaton::residues(1000, |residue| residue == 7);
    let explored: Make = || {
        let step = |&(sum, last): &(u8, u8), digit| Some(((sum + digit + last) % 50, digit));
        Automaton::explore((0, 0), 1000, step, |&(sum, _)| sum == 1).expect("small")
    };
    for make in [residues, explored] {
        let filtered = std::thread::spawn(move || {
            let automaton = make();
            let reserved = scratch::reserved();
            assert!(automaton.filter(&mut [Digits::ALL; MAX_DIGITS]));
            (reserved, scratch::reserved())
        });
        let (before, after) = filtered.join().expect("no panic");
        assert!(before == after && before > 0, "{before} {after}");
    }
}

#[test]
fn an_exact_part_and_a_relaxed_one_are_not_exact() {
    // x² = 1 modulo 10^9 for 4 · 2 remainders x, by the remainders modulo 2^9 and 5^9, and x is below 10^9: no more
    // than eight of the nine first digits belong to a square, but to find out which is too much work for a filter.
    let mut run = [Digits::ALL; MAX_DIGITS];
    run[9..].fill(Digits::single(0));
    run[17] = Digits::single(1);
    let answer = clue("odd & square").filter(&mut run);
    assert!(
        answer == Filtered::Relaxed || run[0].len() <= 8,
        "{answer:?} {run:?}"
    );
}

#[test]
fn a_conjunction_is_as_sparse_as_its_sparsest_part() {
    for text in ["odd & square", "square & odd"] {
        let (both, square) = (clue(text), clue("square"));
        let (both, square) = (both.language(), square.language());
        assert_eq!(both.candidates(9), square.candidates(9), "{text}");
        assert_eq!(both.next_candidate(122), Some(144), "{text}");
    }
}

#[test]
fn minimised_automata_accept_the_same_and_are_no_larger() {
    // By 10^k only the last k digits count: k + 1 states. By 37, coprime to 10, every remainder is a state of its own.
    let size = |modulus: u64| {
        Automaton::residues(modulus, |residue| residue == 0)
            .minimised()
            .states()
    };
    assert_eq!([1, 10, 100, 37, 3].map(size), [1, 2, 3, 37, 3]);
    assert_eq!(Automaton::residues(5, |_| false).minimised().states(), 1);
    let plain = Automaton::residues(88, |residue| residue == 0 || residue == 17);
    let small = plain.minimised();
    assert!(small.states() < plain.states());
    assert_eq!(small.minimised().states(), small.states());
    for number in 0..100_000u64 {
        let digits: Vec<u8> = number.to_string().bytes().map(|byte| byte - b'0').collect();
        assert_eq!(
            small.accepts(&digits),
            number % 88 == 0 || number % 88 == 17,
            "{number}"
        );
    }
}

#[test]
fn a_cache_answers_as_the_clue_does() {
    let mut random = Random(15);
    let clues = ["multiple of 7", "palindrome", "prime", "square"].map(clue);
    for most in [0, 1, 20, 10_000] {
        let mut cache = FilterCache::new(most);
        for _ in 0..400 {
            let clue = &clues[random.below(4) as usize];
            let cells = 1 + random.below(2) as usize;
            let run: Vec<Digits> = (0..cells)
                .map(|_| Digits::from_mask(1 << random.below(3) | 1 << random.below(3)))
                .collect();
            let (mut direct, mut cached) = (run.clone(), run);
            let answer = clue.filter(&mut direct);
            if random.below(2) == 0 {
                let has_word = answer != Filtered::NoWord;
                assert_eq!(cache.has_word(clue, &cached), has_word);
                continue;
            }
            assert_eq!(cache.filter(clue, &mut cached), answer);
            assert!(answer == Filtered::NoWord || direct == cached);
        }
        let (hits, misses) = cache.hits_and_misses();
        assert_eq!(hits > 0, most > 0);
        assert!(most == 0 || hits + misses == 400, "each question counts");
        cache.clear();
    }
}

#[test]
fn a_cache_remembers_until_it_is_full() {
    let odd = clue("odd");
    let mut cache = FilterCache::new(2);
    let mut ask = |cells, digit| {
        cache.filter(&odd, &mut vec![Digits::single(digit); cells]);
        cache.hits_and_misses()
    };
    // The third finds the cache full, so all before it is forgotten; the fourth has room beside it.
    let asked = [1, 2, 3, 4, 3, 4, 1].map(|digit| ask(1, digit));
    let expected = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (2, 5)];
    assert_eq!(asked, expected);
    // The longest runs are remembered, too; what is too long for a number is not.
    assert_eq!([ask(18, 5), ask(18, 5)], [(2, 6), (3, 6)]);
    assert_eq!([ask(19, 5), ask(19, 5)], [(3, 6), (3, 6)]);
}

#[test]
#[ignore = "measurement: prints the time of filtering random runs with the clues of Number Cross 5"]
fn time_of_filters() {
    let texts = [
        "square",
        "product of digits is 20",
        "multiple of 13",
        "multiple of 32",
        "divisible by each of its digits",
        "product of digits is 25",
        "odd & a palindrome",
        "fibonacci",
        "product of digits is 2025",
        "prime",
    ];
    for text in texts {
        let clue = clue(text);
        let mut line = String::new();
        for (cells, widest) in [(2, 9), (5, 3), (5, 6), (8, 3), (11, 4), (11, 9)] {
            let mut random = Random(16);
            let runs: Vec<Vec<Digits>> = (0..500)
                .map(|_| {
                    (0..cells)
                        .map(|_| random.digits(widest) - Digits::single(0))
                        .collect()
                })
                .collect();
            let begin = quadrille_engine::clock::Instant::now();
            let mut relaxed = 0;
            for run in &runs {
                relaxed += usize::from(clue.filter(&mut run.clone()) == Filtered::Relaxed);
            }
            let micros = begin.elapsed().as_secs_f64() * 1e6 / 500.0;
            line += &format!(" {cells}/{widest}: {micros:7.2} µs {relaxed:3} relaxed |");
        }
        println!("{text:32}{line}");
    }
}
