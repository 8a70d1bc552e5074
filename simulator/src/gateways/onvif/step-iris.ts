/** The iris of a camera, which has no motion in ONVIF but a setting: attenuation in dB, 0 is open (Imaging, 5.1.4). */
import { CameraProblem } from './camera-problem.ts'
import type { OnvifClient } from './onvif-client.ts'

/** Of the range, at full speed. */
const STEP = 0.2

/** Opens (a positive share of the speed, up to 1) or closes it by a step. Rejects with a CameraProblem. */
export async function stepIris(client: OnvifClient, token: string, share: number): Promise<void> {
  const options = await client.call('getVideoSourceOptions', { token })
  const [least, most] = [numberOf(options?.exposure?.iris?.min), numberOf(options?.exposure?.iris?.max)]
  if (least === undefined || most === undefined || least >= most)
    throw new CameraProblem('notSupported', 'its iris cannot be set')
  const settings = await client.call('getImagingSettings', { token })
  const now = numberOf(settings?.exposure?.iris) ?? most
  const iris = Math.min(most, Math.max(least, now + share * STEP * (most - least)))
  // As text: the package leaves out a 0.
  await client.call('setImagingSettings', { token, exposure: { mode: 'MANUAL', iris: iris.toFixed(2) } })
}

/** The package makes numbers of texts, and other things of what is none. */
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
