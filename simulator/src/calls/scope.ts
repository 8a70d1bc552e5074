/**
 * A permission scope: groups are numbered in preorder, so whatever lies below some groups is a few half-open
 * intervals [from, to) of those numbers, sorted and disjoint. Valid for one version of the tree.
 */
export type ScopeIntervals = {
  /** Node id that the scope hangs on; 0 is everything. Kept so that intervals can be renewed when the tree changes. */
  rootGroupIds: readonly number[]
}

export const EVERYTHING: ScopeIntervals = { rootGroupIds: [0] }
