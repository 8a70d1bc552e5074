/** Bytes, compressed. */
export function consoleSizes(): {
  signInBytes: number
  shellBytes: number
  screens: { screen: string; ownBytes: number; bytes: number }[]
}
