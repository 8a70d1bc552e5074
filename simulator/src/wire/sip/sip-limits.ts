/** How much of a message a reader keeps before it gives the message up. */
export type SipLimits = {
  /** Start line and headers with the blank line. */
  headBytes: number
  bodyBytes: number
}

/** Heads of devices are below 2 KiB; a page of a catalog may have some hundred items of a kilobyte each. */
export const DEFAULT_LIMITS: SipLimits = { headBytes: 16_384, bodyBytes: 1_048_576 }

/** Throws a RangeError unless both limits are whole numbers above zero. */
export function checkLimits({ headBytes, bodyBytes }: SipLimits): void {
  for (const bytes of [headBytes, bodyBytes]) {
    if (!(Number.isSafeInteger(bytes) && bytes > 0)) throw new RangeError(`a limit of ${bytes} bytes`)
  }
}
