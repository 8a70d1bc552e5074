/** Font of names and counts on the map. */
export const MARKER_FONT = '"Noto Sans SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif'
