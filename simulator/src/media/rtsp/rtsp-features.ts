/** Features that clients ask for by Require (RFC 2326, 12.32). */

/** Playing recordings (ONVIF Streaming Specification, 6.2). */
export const REPLAY = 'onvif-replay'
/** Speaking to a camera (ONVIF Streaming Specification, 5.3). */
export const BACK_CHANNEL = 'www.onvif.org/ver20/backchannel'

/** The features of a Require header, in small letters. */
export const featuresOf = (required: string | undefined): string[] =>
  (required ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
