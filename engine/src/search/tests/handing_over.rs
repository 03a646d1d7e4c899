//! Nodes as data: stopping anywhere, handing over parts, going on elsewhere.

use super::*;

/// Stops at every node, and checks that the open parts hold what is left, once.
#[test]
fn open_nodes_hold_exactly_what_is_left() {
    for seed in 0..12 {
        let random = if seed % 2 == 0 {
            Random::new(2000 + seed)
        } else {
            Random::projected(2000 + seed)
        };
        let expected = random.brute_force();
        let mut solver = random.solver();
        let mut other = random.solver();
        for (split, values) in SPLITS.into_iter().zip(["largest", "middle", "random"]) {
            for policy in [Restarts::Never, Restarts::Luby { unit: 1 }] {
                let brancher = || {
                    named("smallest", values, &split.to_string(), seed).expect("they are listed")
                };
                for limit in 0.. {
                    let mut search = solver
                        .search()
                        .boxed_brancher(brancher())
                        .restarts(policy)
                        .limits(Limits {
                            nodes: Some(limit),
                            ..Limits::default()
                        });
                    let mut early = Vec::new();
                    let stop = loop {
                        match search.step() {
                            Step::Solution => {
                                early.push(random.project(search.solution().values()));
                            }
                            Step::Exhausted => break None,
                            Step::Stopped(stop) => break Some(stop),
                        }
                    };
                    let open = search.open_nodes();
                    let shares = search.open();
                    if policy == Restarts::Never && stop.is_some() {
                        let all: f64 = shares.iter().map(|node| node.share).sum();
                        // A node of which only witnesses are left counts as a whole or not at all.
                        let slack = if random.decisions.is_some() {
                            1.0
                        } else {
                            1e-9
                        };
                        assert!((all + search.seen() - 1.0).abs() <= slack, "seed {seed}");
                    }
                    let no_goods = search.no_goods();
                    search.set_limits(Limits::default());
                    let rest = sorted(random.rest(&mut search));
                    let mut elsewhere = Vec::new();
                    for path in &open {
                        let path: Path = path.to_string().parse().expect("it reads what it wrote");
                        let mut search = other.search().from(path).excluding(no_goods.clone());
                        elsewhere.extend(random.rest(&mut search));
                    }
                    assert_eq!(sorted(elsewhere), rest, "seed {seed}, {limit} nodes");
                    if policy == Restarts::Never {
                        assert_eq!(sorted(random.rest_of(&mut other, shares)), rest);
                    }
                    early.extend(rest);
                    assert_eq!(sorted(early), expected);
                    if stop.is_none() {
                        assert!(open.is_empty());
                        break;
                    }
                    assert_eq!(stop, Some(Stop::Nodes));
                }
            }
        }
    }
}

#[test]
fn split_hands_over_a_disjoint_part() {
    let mut given = 0;
    for seed in 0..40 {
        let random = if seed % 2 == 0 {
            Random::new(3000 + seed)
        } else {
            Random::projected(3000 + seed)
        };
        let expected = random.brute_force();
        let mut solver = random.solver();
        let mut other = random.solver();
        for (split, policy) in
            SPLITS
                .into_iter()
                .zip([Restarts::Never, Restarts::Luby { unit: 1 }, Restarts::Never])
        {
            for every in 1..6 {
                let brancher = named("smallest", "largest", &split.to_string(), seed)
                    .expect("they are listed");
                let mut search = solver
                    .search()
                    .boxed_brancher(brancher)
                    .restarts(policy)
                    .limits(Limits {
                        nodes: Some(every),
                        ..Limits::default()
                    });
                let mut found = Vec::new();
                let mut last = 0.0;
                loop {
                    match search.step() {
                        Step::Solution => {
                            found.push(random.project(search.solution().values()));
                        }
                        Step::Exhausted => break,
                        Step::Stopped(_) => {
                            for path in search.split() {
                                given += 1;
                                let mut part =
                                    other.search().from(path).excluding(search.no_goods());
                                found.extend(random.rest(&mut part));
                            }
                            let nodes = Some(search.stats().nodes + every);
                            search.set_limits(Limits {
                                nodes,
                                ..Limits::default()
                            });
                        }
                    }
                    assert!(search.progress() >= last && search.progress() <= 1.0);
                    last = search.progress();
                }
                assert_eq!(sorted(found), expected, "seed {seed}, every {every}");
            }
        }
    }
    assert!(given > 1000, "only {given} parts were handed over");
}

/// Gives parts away every few nodes and goes to them later: the order and the nodes are those of one search.
#[test]
fn parts_handed_over_keep_the_order_of_the_tree() {
    let mut pieces = 0;
    for seed in 0..60 {
        let random = if seed % 2 == 0 {
            Random::new(5000 + seed)
        } else {
            Random::projected(5000 + seed)
        };
        let mut solver = random.solver();
        for (order, values, split) in [
            ("smallest", "largest", "values"),
            ("dom/deg", "middle", "values"),
            ("input", "smallest", "binary"),
            ("smallest", "middle", "halving"),
        ] {
            let brancher = || named(order, values, split, seed).expect("they are listed");
            assert!(brancher().is_static());
            let mut plain = solver.search().boxed_brancher(brancher());
            let expected = random.rest(&mut plain);
            let stats = plain.stats().clone();
            drop(plain);
            for every in 1..4 {
                let mut search = solver.search().boxed_brancher(brancher());
                let mut found = Vec::new();
                // What is given away comes right after the giver, so the latest comes first.
                let mut waiting = vec![None];
                let mut seen = 0.0;
                while let Some(start) = waiting.pop() {
                    if let Some(start) = start {
                        seen += search.seen();
                        search.go_to(start);
                    }
                    loop {
                        let nodes = Some(search.stats().nodes + every);
                        search.set_limits(Limits {
                            nodes,
                            ..Limits::default()
                        });
                        match search.step() {
                            Step::Solution => {
                                found.push(random.project(search.solution().values()));
                            }
                            Step::Exhausted => break,
                            Step::Stopped(_) => {
                                if let Some(start) = search.split_off() {
                                    waiting.push(Some(start));
                                    pieces += 1;
                                }
                            }
                        }
                    }
                }
                assert_eq!(found, expected, "seed {seed}: {order}, {values}, {split}");
                assert_eq!(search.stats().nodes, stats.nodes);
                assert_eq!(search.stats().failures, stats.failures);
                assert_eq!(search.stats().nodes_by_depth, stats.nodes_by_depth);
                assert!(stats.solutions == 0 || (seen + search.seen() - 1.0).abs() < 1e-9);
            }
        }
    }
    assert!(pieces > 1000, "only {pieces} parts were handed over");
}

#[test]
fn a_path_from_elsewhere_is_checked() {
    let mut solver = queens(4, 0..=3).solver();
    for (text, fits) in [("x0=1 x3!=2", true), ("x4=1", false), ("w0=1", false)] {
        let path: Path = text.parse().expect("it is one");
        assert_eq!(path.fits(&solver), fits);
    }
    let path: Path = "x0=1".parse().expect("it is one");
    assert_eq!(solver.search().from(path).count(), Count::Exactly(1));
    let path: Path = "x0=1 x0=2".parse().expect("it is one");
    let mut search = solver.search().from(path);
    assert_eq!(search.step(), Step::Exhausted);
    assert!(search.open_nodes().is_empty());
}
