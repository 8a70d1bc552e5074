/** Pictures of real cameras as one platform shows them: those of another one. */
import { controlDevices } from '@backlot/contract/control/calls'
import { listGroups } from '@backlot/contract/device-admin/calls'
import { addCamera, listCameras } from '@backlot/contract/device-admin/camera-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { stripsOf } from './strips-of.ts'

const PATIENT = { timeout: 20_000, interval: 250 }

it.each(['onvif', 'rtsp'] as const)(
  'over %s the picture of a camera is the one that it sends: its number, its pose, of now',
  async (way) => {
    await using theirs = await launchSimulator(['--no-rtmp', ...BY_DAY])
    await using ours = await launchSimulator(['--no-rtmp'])
    const { list } = await control(theirs.url, controlDevices, { query: { kind: 'ptzCamera' } })
    const camera = list.find(({ online }) => online)!
    const operator = await Operator.signIn(ours.url)
    const groupId = (await operator.call(listGroups)).list[0]!.id
    const address =
      way === 'onvif'
        ? `${theirs.onvif}/onvif/${camera.sn}/device_service`
        : `${theirs.rtsp}/${camera.sn}/1/main`
    const login = { address, username: 'admin', password: 'Backlot@2026' }
    const added = await operator.call(addCamera, { body: { ...login, name: 'Gate', groupId } })
    const sn = added.sn!
    await vi.waitFor(async () => {
      const [state] = (await operator.call(listCameras)).list
      expect(state).toMatchObject({ sn, way, state: 'online' })
    }, PATIENT)
    const { httpUrl, source } = await operator.call(startLiveVideo, {
      body: { sn, chnId: 1, streamType: 'main' },
    })
    expect(source).toBe('pulled')
    const shown = (await stripsOf(new URL(httpUrl, ours.url).href, 12, [])).at(-1)!
    const { cameraNumber, pose } = (await control(theirs.url, controlDevices, { query: { sn: camera.sn } }))
      .list[0]!
    expect(shown.camera).toBe(cameraNumber)
    expect(shown.panDeg).toBeCloseTo(pose!.pan, 0)
    expect(shown.zoom).toBeCloseTo(pose!.zoom, 0)
    const theirNow = Date.parse('2026-11-25T10:00:00+08:00')
    expect(shown.timeMs).toBeGreaterThan(theirNow)
  },
)
