//! Folding a shape of grid cells into the surface of a rectangular box: search, partial shapes, checker, pictures.
//!
//! # What is folded
//! A [`Shape`] is a connected set of unit cells, the net. It is printed on one side, cut out, and folded by 90°
//! along grid lines so that it covers an `a × b × c` box exactly once: no overlap, no gap, and every two cells
//! that share an edge in the net stay joined, flat on one face or across an edge of the box.
//!
//! Once one cell's place and turn on the surface are chosen, all the others follow: walking from a cell to its
//! neighbour in the net is walking straight on over the surface. So [`folds`] tries
//! boxes × places × turns for one cell and stops each try at its first clash.
//!
//! # What counts as one way
//! A way is the map from the cells of the net to the cells of the surface. Ways that differ by a symmetry of the
//! box, a rotation or a reflection, are one way.
//!
//! The paper may be folded with either side outward. Reflecting the box in a plane halfway between two opposite
//! faces, which is a symmetry of every box, turns a way with the printed side inward into one with the printed
//! side outward; so every class holds ways of both kinds, and it is enough to fold with the printed side
//! outward. Two such ways are in one class exactly when a *rotation* of the box takes one to the other, since a
//! reflection would turn the paper over. The rotations are 24 for a cube, 8 for a box with exactly two different
//! edge lengths and 4 for one with three. None but the identity keeps a surface cell and a direction on it, so
//! each class holds exactly that many ways, and the starts to try for one cell are 4 × cells ÷ rotations.
//!
//! The cells of the net are told apart, as they carry numbers: when the outline is symmetric, a way and its
//! mirror image under the symmetry *of the outline* count as two unless a symmetry of the box makes them one.
//!
//! # Example
//! ```
//! use quadrille_constraints::fold::{Shape, check_fold, folds};
//!
//! let cross = Shape::parse(".#..\n####\n.#..\n").unwrap();
//! let ways = folds(&cross);
//! assert_eq!(ways.len(), 1);
//! assert_eq!(ways[0].size().to_string(), "1×1×1");
//! assert_eq!(check_fold(cross.cells(), &ways[0], &[], None), []);
//! ```
//!
//! # Faces
//! A box lies with its longest edge from left to right, its middle edge from front to back, and its shortest
//! upright: see [`Face`] for the names and for how rows and columns are counted on each.

mod check;
mod cover;
mod partial;
mod picture;
mod placements;
mod search;
mod shape;
mod surface;
mod text;
mod walk;

pub use check::{BrokenRule, check_fold};
pub use partial::PartialFolder;
pub use picture::{box_svg, net_svg};
pub use placements::Placements;
pub use search::{Fold, Spot, folds};
pub use shape::{Shape, ShapeError};
pub use surface::{BoxSize, Face, SurfaceCell};
pub use text::{Charset, faces_text, net_text};

/// How a number is marked on the net; each mark is a rule about the folded box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The number lies directly opposite another circled number: the segment between the two cells is
    /// perpendicular to the faces that hold them.
    Circle,
    /// The number has another number in a square orthogonally beside it on the same face.
    Square,
}

#[cfg(test)]
pub mod tests;
