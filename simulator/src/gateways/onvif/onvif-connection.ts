/** A camera over ONVIF that answers. */
import type { HostClock } from '../../kernel/clock.ts'
import { escapeXml } from '../../wire/onvif/write-xml.ts'
import { IRIS_STEP } from './camera-commands.ts'
import { readCameraEvent } from './camera-events.ts'
import { type CameraProblem, lacksOperation } from './camera-problem.ts'
import type { CameraConnection } from './camera-session.ts'
import type { OnvifClient } from './onvif-client.ts'
import { asList, readClockAhead, textOf, useCameraTime } from './probe-onvif.ts'
import { stepIris } from './step-iris.ts'

/** Messages that one answer may hold. */
const MESSAGES_MOST = 100
/** A subscription is renewed after this long; the package asks for two minutes. */
const RENEW_MS = 50_000
const PRESETS_MOST = 255

/** How long a camera may take to hear that its subscription ends. */
const GOODBYE_MS = 1000

/** Takes the client over: `ended` closes it too. Rejects with a CameraProblem; the client is then closed. */
export async function openOnvifConnection(
  client: OnvifClient,
  hostClock: HostClock,
  ended: AbortSignal,
): Promise<CameraConnection> {
  const close = (): void => {
    ended.removeEventListener('abort', close)
    client.close()
  }
  ended.addEventListener('abort', close)
  // A signal that has been given is not given again.
  if (ended.aborted) close()
  try {
    const clockAheadMs = await readClockAhead(client, hostClock)
    await client.call('getServices', true).catch((error: CameraProblem) => {
      if (!lacksOperation(error)) throw error
      return client.call('getCapabilities')
    })
    // Asks for an account where the ones before do not.
    await client.call('getDeviceInformation')
    return connectionOf(client, hostClock, clockAheadMs, close)
  } catch (error) {
    close()
    throw error
  }
}

function connectionOf(
  client: OnvifClient,
  hostClock: HostClock,
  clockAheadMs: number | null,
  closeClient: () => void,
): CameraConnection {
  const { cam } = client
  // The package sends SystemReboot to a service that few cameras have.
  cam.uri.deviceIO = cam.uri.device ?? { path: cam.path }
  let renewedMs = 0
  let isSubscribed = false
  const unsubscribe = async (): Promise<void> => {
    if (!isSubscribed) return
    isSubscribed = false
    await new Promise<void>((resolve) => {
      const cancel = hostClock.after(GOODBYE_MS, resolve)
      const end = (): void => {
        cancel()
        resolve()
      }
      client.call('unsubscribe').then(end, end)
    })
  }
  return {
    clockAheadMs,
    hasEvents: Boolean(cam.uri.events),
    async send({ method, options }) {
      // The package writes into what it is given.
      if (method === 'systemReboot') await client.call(method)
      else if (method === IRIS_STEP)
        await stepIris(client, String(options['token']), Number(options['share']))
      else await client.call(method, { ...options })
    },
    async subscribe() {
      await client.call('createPullPointSubscription')
      renewedMs = hostClock.now()
      isSubscribed = true
    },
    async pull(alarms, aheadMs) {
      try {
        const answer = await client.call('pullMessages', { messageLimit: MESSAGES_MOST })
        const messages = asList(answer?.notificationMessage).slice(0, MESSAGES_MOST)
        for (const one of messages) {
          const event = readCameraEvent(one)
          if (event) alarms.take(event, aheadMs)
        }
        if (hostClock.now() - renewedMs >= RENEW_MS) {
          await client.call('renew', {})
          renewedMs = hostClock.now()
        }
        return messages.length
      } catch (error) {
        await unsubscribe()
        throw error
      }
    },
    ping: () => readClockAhead(client, hostClock),
    async presets(profileToken) {
      await client.call('getPresets', { profileToken: escapeXml(profileToken) })
      // Its answer holds one of those that have the same name.
      const presets: [string, { name?: unknown }][] = Object.entries(cam.presets ?? {})
      return presets
        .slice(0, PRESETS_MOST)
        .map(([token, preset]) => ({ token, name: textOf(preset?.name) || token }))
    },
    async setTime() {
      const nowMs = hostClock.now()
      await client.call('setSystemDateAndTime', { dateTimeType: 'Manual', dateTime: new Date(nowMs) })
      // Some cameras want an account even to tell their time.
      useCameraTime(client, nowMs)
      return readClockAhead(client, hostClock)
    },
    async close() {
      await unsubscribe()
      closeClient()
    },
  }
}
