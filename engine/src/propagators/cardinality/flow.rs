//! An assignment of values to variables in which each value occurs within bounds, and the cycles of its residual graph.

/// No variable, or no value.
pub(super) const NONE: u32 = u32::MAX;

/// Domains as lists, an assignment, and the components of its residual graph.
///
/// The nodes are the variables, then the values, then the sink. A variable leads to the values that it could take
/// instead, a value to the variables that have it, a value that may occur more often to the sink, and the sink to the
/// values that may occur less often.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    vars: usize,
    values: usize,
    /// The domains one after another, and where each starts.
    list: Vec<u32>,
    starts: Vec<u32>,
    least: Vec<i64>,
    most: Vec<i64>,
    /// By variable its value, by value how often it occurs.
    value_of: Vec<u32>,
    occurs: Vec<i64>,
    /// By value: the variables whose domains contain it, one after another.
    takers_start: Vec<u32>,
    takers: Vec<u32>,
    /// By value: the variable from which a search has reached it; the values reached, in order.
    reached_from: Vec<u32>,
    queue: Vec<u32>,
    /// By node.
    number: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    stack: Vec<u32>,
    /// (node, next place among its successors)
    calls: Vec<(u32, u32)>,
}

/// Why there is no assignment, or none with a certain value.
#[derive(Debug, Default)]
pub(super) struct Blame {
    /// Variables that have only values that are `is_in`.
    pub(super) vars: Vec<usize>,
    /// By value.
    pub(super) is_in: Vec<bool>,
    /// Values whose upper bounds matter, and those whose lower bounds do.
    pub(super) full: Vec<usize>,
    pub(super) needed: Vec<usize>,
}

impl Flow {
    /// With room for domains with `declared` values in total.
    pub(super) fn new(vars: usize, values: usize, declared: usize) -> Self {
        let nodes = vars + values + 1;
        Self {
            vars,
            values,
            list: Vec::with_capacity(declared),
            starts: Vec::with_capacity(vars + 1),
            least: vec![0; values],
            most: vec![0; values],
            value_of: vec![NONE; vars],
            occurs: vec![0; values],
            takers_start: vec![0; values + 1],
            takers: Vec::with_capacity(declared),
            reached_from: vec![NONE; values],
            queue: Vec::with_capacity(values),
            number: vec![NONE; nodes],
            low: vec![0; nodes],
            component: vec![NONE; nodes],
            stack: Vec::with_capacity(nodes),
            calls: Vec::with_capacity(nodes),
        }
    }

    /// Forgets the domains; the assignment stays as a hint.
    pub(super) fn start(&mut self) {
        self.list.clear();
        self.starts.clear();
        self.starts.push(0);
        self.occurs.fill(0);
        self.takers_start.fill(0);
    }

    pub(super) fn add_value(&mut self, value: u32) {
        self.list.push(value);
        self.takers_start[value as usize] += 1;
    }

    pub(super) fn end_domain(&mut self) {
        self.starts.push(self.list.len() as u32);
    }

    pub(super) fn set_bounds(&mut self, value: usize, (least, most): (i64, i64)) {
        (self.least[value], self.most[value]) = (least, most);
    }

    /// The places of a variable's values.
    pub(super) fn domain(&self, var: usize) -> std::ops::Range<usize> {
        self.starts[var] as usize..self.starts[var + 1] as usize
    }

    pub(super) fn value_at(&self, place: usize) -> u32 {
        self.list[place]
    }

    /// How many variables have the value, and how many can. Before [`assign`](Self::assign). O(variables)
    pub(super) fn count(&self, value: u32) -> (usize, usize) {
        let possible = self.takers_start[value as usize] as usize;
        let known = (0..self.vars).filter(|&i| {
            let domain = self.domain(i);
            domain.len() == 1 && self.list[domain.start] == value
        });
        (known.count(), possible)
    }

    /// By value the variables that can take it: a counting sort.
    fn list_takers(&mut self) {
        let mut end = 0;
        for start in &mut self.takers_start {
            end += *start;
            *start = end;
        }
        self.takers.clear();
        self.takers.resize(self.list.len(), 0);
        for i in (0..self.vars).rev() {
            for place in self.domain(i) {
                let start = &mut self.takers_start[self.list[place] as usize];
                *start -= 1;
                self.takers[*start as usize] = i as u32;
            }
        }
    }

    fn takers(&self, value: usize) -> &[u32] {
        &self.takers[self.takers_start[value] as usize..self.takers_start[value + 1] as usize]
    }

    /// Gives every variable a value within all bounds.
    pub(super) fn assign(&mut self) -> Result<(), Blame> {
        self.list_takers();
        for i in 0..self.vars {
            let value = self.value_of[i];
            let holds = value != NONE
                && self.list[self.domain(i)].contains(&value)
                && self.occurs[value as usize] < self.most[value as usize];
            if holds {
                self.occurs[value as usize] += 1;
            } else {
                self.value_of[i] = NONE;
            }
        }
        for i in 0..self.vars {
            if self.value_of[i] == NONE {
                self.place(i)?;
            }
        }
        for value in 0..self.values {
            if self.least[value] > self.most[value] {
                return Err(Blame {
                    is_in: vec![false; self.values],
                    full: vec![value],
                    needed: vec![value],
                    vars: Vec::new(),
                });
            }
            while self.occurs[value] < self.least[value] {
                self.fill(value)?;
            }
        }
        Ok(())
    }

    /// Finds a value for variable `i`, moving others.
    fn place(&mut self, i: usize) -> Result<(), Blame> {
        self.reached_from.fill(NONE);
        self.queue.clear();
        let mut from = i as u32;
        // Values in the queue are full; the variables that have them could move.
        let (mut head, mut at) = (0, 0);
        loop {
            for place in self.domain(from as usize) {
                let value = self.list[place] as usize;
                if self.reached_from[value] != NONE {
                    continue;
                }
                self.reached_from[value] = from;
                if self.occurs[value] < self.most[value] {
                    self.shift(i as u32, value as u32);
                    return Ok(());
                }
                self.queue.push(value as u32);
            }
            from = loop {
                let Some(&value) = self.queue.get(head) else {
                    return Err(self.blame_for(i));
                };
                match self.next_holder(value, &mut at) {
                    Some(next) => break next,
                    None => (head, at) = (head + 1, 0),
                }
            };
        }
    }

    /// The next variable that has `value`, from place `at` of its takers on.
    fn next_holder(&self, value: u32, at: &mut usize) -> Option<u32> {
        let takers = self.takers(value as usize);
        while let Some(&var) = takers.get(*at) {
            *at += 1;
            if self.value_of[var as usize] == value {
                return Some(var);
            }
        }
        None
    }

    /// Moves along the path that has reached `value`, which begins at variable `i`.
    fn shift(&mut self, i: u32, value: u32) {
        let mut value = value;
        self.occurs[value as usize] += 1;
        loop {
            let var = self.reached_from[value as usize];
            let old = std::mem::replace(&mut self.value_of[var as usize], value);
            if var == i {
                return;
            }
            value = old;
        }
    }

    /// The values reached are full of variables that can take no others.
    fn blame_for(&self, i: usize) -> Blame {
        let mut blame = Blame {
            is_in: vec![false; self.values],
            ..Blame::default()
        };
        for &value in &self.queue {
            blame.is_in[value as usize] = true;
            blame.full.push(value as usize);
        }
        let is_in = |var: usize| {
            let value = self.value_of[var];
            var == i || value != NONE && blame.is_in[value as usize]
        };
        blame.vars = (0..self.vars).filter(|&var| is_in(var)).collect();
        blame
    }

    /// Makes one more variable take `value`, from values that occur more often than they must.
    fn fill(&mut self, value: usize) -> Result<(), Blame> {
        // By value: the variable that would give it up for the value from which the search came.
        self.reached_from.fill(NONE);
        self.queue.clear();
        self.queue.push(value as u32);
        let mut head = 0;
        while let Some(&to) = self.queue.get(head) {
            head += 1;
            for at in self.takers_start[to as usize]..self.takers_start[to as usize + 1] {
                let var = self.takers[at as usize];
                let own = self.value_of[var as usize] as usize;
                if own == value || own == to as usize || self.reached_from[own] != NONE {
                    continue;
                }
                self.reached_from[own] = var;
                if self.occurs[own] > self.least[own] {
                    self.occurs[own] -= 1;
                    self.occurs[value] += 1;
                    self.unwind(own, value);
                    return Ok(());
                }
                self.queue.push(own as u32);
            }
        }
        // No other variable can take any of these values, and there are too few.
        let mut blame = Blame {
            is_in: vec![true; self.values],
            ..Blame::default()
        };
        for &value in &self.queue {
            blame.is_in[value as usize] = false;
            blame.needed.push(value as usize);
        }
        let others = |var: &usize| blame.is_in[self.value_of[*var] as usize];
        blame.vars = (0..self.vars).filter(others).collect();
        Err(blame)
    }

    /// Moves the variables along the path that the search for `value` has found, from `own` on.
    fn unwind(&mut self, own: usize, value: usize) {
        let mut own = own;
        while own != value {
            let var = self.reached_from[own] as usize;
            // It was reached for the first value of the queue that it can take.
            let domain = self.domain(var);
            let goal = self
                .queue
                .iter()
                .copied()
                .find(|to| self.list[domain.clone()].contains(to));
            let goal = goal.expect("a value of the queue led to it");
            self.value_of[var] = goal;
            own = goal as usize;
        }
    }

    fn has_room(&self, value: usize) -> bool {
        self.occurs[value] < self.most[value]
    }

    fn can_spare(&self, value: usize) -> bool {
        self.occurs[value] > self.least[value]
    }

    /// The successor of `node` number `at`: `Some(None)` for an arc that is not there.
    fn successor(&self, node: usize, at: usize) -> Option<Option<usize>> {
        let sink = self.vars + self.values;
        if node < self.vars {
            let place = self.domain(node).nth(at)?;
            let value = self.list[place];
            return Some((value != self.value_of[node]).then_some(self.vars + value as usize));
        }
        if node == sink {
            return (at < self.values).then(|| self.can_spare(at).then_some(self.vars + at));
        }
        let value = node - self.vars;
        if at == 0 {
            return Some(self.has_room(value).then_some(sink));
        }
        let &var = self.takers(value).get(at - 1)?;
        Some((self.value_of[var as usize] == value as u32).then_some(var as usize))
    }

    /// Numbers the strongly connected components (Tarjan 1972, without recursion).
    pub(super) fn number_components(&mut self) {
        self.number.fill(NONE);
        self.component.fill(NONE);
        self.stack.clear();
        self.calls.clear();
        let mut count = 0;
        for root in 0..self.number.len() {
            if self.number[root] != NONE {
                continue;
            }
            self.calls.push((root as u32, 0));
            while let Some(&(node, at)) = self.calls.last() {
                let v = node as usize;
                if at == 0 {
                    self.number[v] = count;
                    self.low[v] = count;
                    count += 1;
                    self.stack.push(node);
                }
                match self.successor(v, at as usize) {
                    Some(next) => {
                        if let Some(top) = self.calls.last_mut() {
                            top.1 += 1;
                        }
                        match next {
                            Some(next) if self.number[next] == NONE => {
                                self.calls.push((next as u32, 0))
                            }
                            Some(next) if self.component[next] == NONE => {
                                self.low[v] = self.low[v].min(self.number[next]);
                            }
                            _ => {}
                        }
                    }
                    None => {
                        self.calls.pop();
                        if let Some(&(caller, _)) = self.calls.last() {
                            let c = caller as usize;
                            self.low[c] = self.low[c].min(self.low[v]);
                        }
                        if self.low[v] == self.number[v] {
                            while let Some(member) = self.stack.pop() {
                                self.component[member as usize] = v as u32;
                                if member == node {
                                    break;
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether some assignment gives the value to the variable.
    pub(super) fn is_supported(&self, var: usize, value: u32) -> bool {
        self.value_of[var] == value
            || self.component[var] == self.component[self.vars + value as usize]
    }

    /// Why no assignment gives the value to the variable: everything reachable from the value without it.
    pub(super) fn why_not(&self, var: usize, value: usize) -> Option<Blame> {
        let sink = self.vars + self.values;
        let mut seen = vec![false; sink + 1];
        let mut queue = vec![self.vars + value];
        seen[self.vars + value] = true;
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            let mut at = 0;
            while let Some(next) = self.successor(node, at) {
                at += 1;
                if let Some(next) = next.filter(|&next| !std::mem::replace(&mut seen[next], true)) {
                    queue.push(next);
                }
            }
        }
        if seen[var] {
            return None;
        }
        let is_in: Vec<bool> = seen[self.vars..sink].to_vec();
        let of = |inside: bool| (0..self.values).filter(|&v| is_in[v] == inside).collect();
        let (mut full, mut needed): (Vec<usize>, Vec<usize>) = Default::default();
        // If the sink was not reached, the values reached are full; if it was, the others have no more than they need.
        if seen[sink] {
            needed = of(false);
        } else {
            full = of(true);
        }
        Some(Blame {
            vars: (0..self.vars).filter(|&i| seen[i]).collect(),
            is_in,
            full,
            needed,
        })
    }
}
