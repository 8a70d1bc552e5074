/** Rows of alarms at most: storms without end do not fill the disk. What the archive has not yet is kept besides. */
export const ALARM_ROWS_MOST = 2_000_000
/** Positions, and readings, of foreign devices together, likewise. */
export const FOREIGN_ROWS_MOST = 5_000_000
