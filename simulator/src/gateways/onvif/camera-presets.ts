/** Numbers of presets on the platform, and the tokens that a camera has for them. */
export type CameraPreset = { index: number; token: string; name: string }

/** As in the contract's calls of presets. */
const INDEX_MAX = 255

/**
 * Numbers for a camera's presets: the one that a token had before, else the one that it ends with, else the lowest
 * free one. `known`: those of before.
 */
export function numberPresets(
  listed: readonly { token: string; name: string }[],
  known: readonly CameraPreset[],
): CameraPreset[] {
  const before = new Map(known.map(({ token, index }) => [token, index]))
  const taken = new Set<number>()
  const numbered = new Map<string, number>()
  const give = (token: string, index: number | undefined): void => {
    if (index === undefined || index < 1 || index > INDEX_MAX || taken.has(index) || numbered.has(token))
      return
    taken.add(index)
    numbered.set(token, index)
  }
  for (const { token } of listed) give(token, before.get(token))
  for (const { token } of listed) give(token, trailingNumber(token))
  let next = 1
  for (const { token } of listed) {
    while (taken.has(next)) next++
    give(token, next)
  }
  // A token that is listed twice is one preset.
  const names = new Map(listed.map(({ token, name }) => [token, name]))
  return [...names].flatMap(([token, name]) => {
    const index = numbered.get(token)
    return index === undefined ? [] : [{ index, token, name }]
  })
}

/** The number that a token ends with, of up to three digits. */
function trailingNumber(token: string): number | undefined {
  const digits = /\d{1,3}$/.exec(token)?.[0]
  return digits === undefined ? undefined : Number(digits)
}
