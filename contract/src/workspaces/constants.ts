/** Workspaces that one user may save (assumed). */
export const WORKSPACES_MAX = 100
