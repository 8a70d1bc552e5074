/** The key with which a device may publish: rtmp://host:port/live/<sn>_<chnId>?key=<key>. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function publishKey(secret: string, sn: string): string {
  return createHmac('sha256', secret).update(`publish\n${sn}`).digest('base64url').slice(0, 24)
}

export function isPublishKey(secret: string, sn: string, key: string): boolean {
  const right = Buffer.from(publishKey(secret, sn))
  const given = Buffer.from(key)
  return given.length === right.length && timingSafeEqual(given, right)
}
