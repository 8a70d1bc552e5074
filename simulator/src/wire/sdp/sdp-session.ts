/** A session description (RFC 8866) with the two lines that GB/T 28181 adds (annex F of 2016, annex G of 2022). */

export type SdpAddress = { addressType: 'IP4' | 'IP6'; address: string }
export type SdpOrigin = SdpAddress & { user: string; sessionId: string; version: string }
/** The value is missing for a flag such as `recvonly`. */
export type SdpAttribute = { name: string; value?: string }
/** Numbers as they are written. In GB/T 28181 epoch seconds, not those since 1900; `0 0` for a live picture. */
export type SdpTime = { start: string; stop: string }

export type SdpMedia = {
  /** video, audio. */
  media: string
  port: number
  portCount?: number
  /** RTP/AVP, TCP/RTP/AVP. */
  protocol: string
  /** Payload types. */
  formats: readonly string[]
  title?: string
  connection?: SdpAddress
  bandwidths: readonly string[]
  attributes: readonly SdpAttribute[]
}

export type SdpSession = {
  origin: SdpOrigin
  /** s= */
  name: string
  information?: string
  /** u=: in GB/T 28181 `id:type` of what is played back. */
  uri?: string
  connection?: SdpAddress
  bandwidths: readonly string[]
  times: readonly SdpTime[]
  attributes: readonly SdpAttribute[]
  media: readonly SdpMedia[]
  /** y=, wherever it stands: ten decimal digits of an SSRC. */
  ssrc?: string
  /** f=, wherever it stands: parameters of picture and sound. */
  format?: string
}

/** The value of an attribute: '' for a flag, undefined when it is not there. Names are case-sensitive. */
export function attributeValue(attributes: readonly SdpAttribute[], name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name)
  return found && (found.value ?? '')
}
