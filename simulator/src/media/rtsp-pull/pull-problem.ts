/** Why a camera gives no stream over RTSP. */
export type RtspPullReason =
  /** No connection, or it broke. */
  | 'unreachable'
  /** 401 with our account, or without one; 403. */
  | 'unauthorized'
  | 'notFound'
  /** Neither transport is served, or no packet came over any. */
  | 'transport'
  | 'noVideo'
  /** Video, but neither H.264 nor H.265. */
  | 'codec'
  /** Another status than 200. */
  | 'refused'
  /** It answers too late, or what is no RTSP. */
  | 'protocol'
  /** Nothing came for a while. */
  | 'silent'
  /** The camera ended the stream. */
  | 'ended'

/** The message is for people; it holds no credentials. */
export class RtspPullProblem extends Error {
  override name = 'RtspPullProblem'
  readonly reason: RtspPullReason

  constructor(reason: RtspPullReason, message: string) {
    super(message)
    this.reason = reason
  }
}
