/**
 * Upper ends of the classes of response times (from the start of an alarm to its processing), seconds; the last class
 * has none.
 */
export const RESPONSE_CLASSES = [60, 300, 900, 3600, 4 * 3600, 24 * 3600] as const
