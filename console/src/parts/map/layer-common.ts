/** Font of names and counts on the map. */
export const MARKER_FONT = '"Noto Sans SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif'

/** What every marker layer has: hits are found by HitIndex, and the map is flat. */
export const LAYER_COMMON = {
  pickable: false,
  parameters: { depthCompare: 'always', depthWriteEnabled: false },
} as const
