"""The clues of the puzzle files, for peers: exact membership, pruning of prefixes, and machines for automata.

A clue has `contains(n)` and `after(n)`, the smallest number >= n that may be a member: exact or a superset, whichever
is cheap. Some also have a `machine`: (begin(place), step(state, digit), accepts(state)), deterministic and exact, or
`machines`, whose numbers are a superset together.
"""

import bisect
import itertools
import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Callable, Optional

# Above every number of a row of 15.
MAX = 10**16
# Larger primes are tested one by one. Above the cube root of MAX.
SIEVED = 330_000


@dataclass
class Clue:
    contains: Callable[[int], bool]
    after: Callable[[int], int]
    machine: Optional[tuple] = None
    machines: tuple = ()
    mirrored: bool = False


def listed(numbers):
    numbers = sorted(set(numbers))
    members = set(numbers)

    def after(n):
        at = bisect.bisect_left(numbers, n)
        return numbers[at] if at < len(numbers) else 10 * MAX

    return Clue(members.__contains__, after)


@cache
def primes_below(n):
    sieve = bytearray([1]) * n
    sieve[:2] = b"\0\0"
    for p in range(2, math.isqrt(n) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, n, p)))
    return [p for p in range(n) if sieve[p]]


def is_prime(n):
    """Miller and Rabin's test; these bases decide every number below 3.8e18."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23)
    if n < 2:
        return False
    for p in bases:
        if n % p == 0:
            return n == p
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def prime_after(n):
    """The smallest prime >= n."""
    small = primes_below(SIEVED)
    if n <= small[-1]:
        return small[bisect.bisect_left(small, n)]
    n |= 1
    while not is_prime(n):
        n += 2
    return n


def square_root_after(n):
    """The smallest number whose square is >= n."""
    return math.isqrt(n - 1) + 1 if n > 0 else 0


def triangular_after(n):
    """The smallest triangular number >= n."""
    k = square_root_after(8 * n + 1) // 2
    return k * (k + 1) // 2


def exactly(after):
    """A clue that is defined by its smallest member >= n alone."""
    return Clue(lambda n: after(n) == n, after)


def is_palindrome(n):
    return str(n) == str(n)[::-1]


def palindrome_after(n):
    n = max(n, 0)
    while True:
        text = str(n)
        half = text[: (len(text) + 1) // 2]
        for left in (half, str(int(half) + 1)):
            if len(left) == len(half):
                found = int(left + left[: len(text) // 2][::-1])
                if found >= n:
                    return found
        n = 10 ** len(text)


def fibonacci():
    a, b = 0, 1
    while a < MAX:
        yield a
        a, b = b, a + b


def digits(n):
    return [int(d) for d in str(n)]


def at(state):
    """The start of a machine that is the same at every place."""
    return lambda place: state


def any_number(contains, machine=None, machines=()):
    return Clue(contains, lambda n: n, machine, machines)


def divisor_machine(largest, divides):
    """Numbers divisible by the gcd of each digit with `largest`: what is required so far, and the remainder."""

    def step(state, digit):
        if digit == 0:
            return None
        need, rest = state
        return math.lcm(need, math.gcd(digit, largest) if divides else 1), (10 * rest + digit) % largest

    return at((1, 0)), step, lambda state: state[1] % state[0] == 0


@cache
def parse(text):
    """The clue with this text in the puzzle files."""
    text = re.sub(r"^an? ", "", text.strip())
    if " or " in text:
        parts = [parse(part) for part in text.split(" or ")]
        return Clue(lambda n: any(p.contains(n) for p in parts), lambda n: min(p.after(n) for p in parts))
    if " & " in text:
        parts = [parse(part) for part in text.split(" & ")]
        # Any one of them bounds the members; their machines all apply.
        sharpest = min(parts, key=lambda part: part.machine is not None)
        machines = tuple(p.machine for p in parts if p.machine) + sum((p.machines for p in parts), ())
        mirrored = any(part.mirrored for part in parts)
        return Clue(lambda n: all(p.contains(n) for p in parts), sharpest.after, None, machines, mirrored)
    if found := re.fullmatch(r"(\d+) (more|less) than (.*)", text):
        amount = int(found[1]) * (1 if found[2] == "more" else -1)
        inner = parse(found[3])
        return Clue(
            lambda n: n >= amount and inner.contains(n - amount),
            lambda n: inner.after(max(n - amount, 0)) + amount,
        )
    if text.startswith("not "):
        inner = parse(text[4:])
        return any_number(lambda n: not inner.contains(n))
    if found := re.fullmatch(r"power of (\d+)", text):
        base = int(found[1])
        return listed(base**k for k in range(MAX.bit_length()) if base**k < MAX)
    if found := re.fullmatch(r"multiple of (\d+)", text):
        m = int(found[1])
        machine = at(0), lambda rest, digit: (10 * rest + digit) % m, lambda rest: rest == 0
        return Clue(lambda n: n % m == 0, lambda n: -(-n // m) * m, machine)
    if found := re.fullmatch(r"sum of digits is (\d+)", text):
        total = int(found[1])
        step = lambda s, digit: s + digit if s + digit <= total else None
        return any_number(lambda n: sum(digits(n)) == total, (at(0), step, lambda s: s == total))
    if found := re.fullmatch(r"product of digits is (\d+)", text):
        product = int(found[1])
        if product == 0:
            zero = (at(1), lambda s, digit: s * min(digit, 1), lambda s: s == 0)
            return any_number(lambda n: "0" in str(n), zero)
        step = lambda s, digit: s * digit if digit and product % (s * digit) == 0 else None
        return any_number(lambda n: math.prod(digits(n)) == product, (at(1), step, lambda s: s == product))
    if found := re.fullmatch(r"product of digits ends in (\d)", text):
        last = int(found[1])
        step = lambda s, digit: s * digit % 10
        return any_number(lambda n: math.prod(digits(n)) % 10 == last, (at(1), step, lambda s: s == last))
    match text:
        case "square":
            return exactly(lambda n: square_root_after(n) ** 2)
        case "fibonacci":
            return listed(fibonacci())
        case "triangular":
            return exactly(triangular_after)
        case "cube":
            return listed(n**3 for n in range(round(MAX ** (1 / 3)) + 1))
        case "palindrome":
            return Clue(is_palindrome, palindrome_after, mirrored=True)
        case "odd":
            return any_number(lambda n: n % 2 == 1, (at(0), lambda _, digit: digit % 2, lambda s: s == 1))
        case "even":
            return any_number(lambda n: n % 2 == 0, (at(0), lambda _, digit: digit % 2 + 1, lambda s: s == 1))
        case "prime":
            # Without small factors, except those primes themselves: a relaxation; the rest is refuted when it turns up.
            # Runs have two digits at least. A state is the remainder and whether it is the number itself.
            coprime = lambda m, primes: (
                at((0, True)),
                lambda state, digit: ((10 * state[0] + digit) % m, state[1] and 10 * state[0] + digit < m),
                lambda state: math.gcd(state[0], m) == 1 or state[1] and state[0] in primes,
            )
            return any_number(is_prime, None, (coprime(2 * 3 * 5 * 7, ()), coprime(11, (11,)), coprime(13, (13,))))
        case "prime raised to a prime power":
            powers = lambda q: itertools.takewhile(lambda n: n < MAX, (p**q for p in primes_below(SIEVED)))
            higher = listed(n for q in primes_below(MAX.bit_length()) if q > 2 for n in powers(q))
            return exactly(lambda n: min(higher.after(n), prime_after(square_root_after(n)) ** 2))
        case "divisible by each of its digits":
            divides = lambda n: all(d and n % d == 0 for d in digits(n))
            return any_number(divides, None, tuple(divisor_machine(d, True) for d in (8, 9, 5, 7)))
    raise ValueError(f"no peer knows the clue {text!r}")
