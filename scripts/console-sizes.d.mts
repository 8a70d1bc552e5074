/** Bytes, compressed, and files. */
export function consoleSizes(): {
  signInBytes: number
  shellBytes: number
  signInFiles: number
  /** On top of those of the sign-in page. */
  shellFiles: number
  screens: { screen: string; ownBytes: number; bytes: number }[]
}

export function firstHomeBytes(): number
