/** Pictures of real cameras as one platform shows them: those of another one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDevices } from '@backlot/contract/control/calls'
import { listGroups } from '@backlot/contract/device-admin/calls'
import { addCamera, listCameras, updateCamera } from '@backlot/contract/device-admin/camera-calls'
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

it('kept cameras come back after a restart; without its key one asks for its password, and plays again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-cameras-'))
  await using theirs = await launchSimulator(['--no-rtmp', ...BY_DAY])
  try {
    const { list } = await control(theirs.url, controlDevices, { query: { kind: 'camera' } })
    const camera = list.find(({ online }) => online)!
    const login = { username: 'admin', password: 'Backlot@2026' }
    const launch = () => launchSimulator(['--no-rtmp', '--data', folder])
    let sn = ''
    {
      await using ours = await launch()
      const operator = await Operator.signIn(ours.url)
      const groupId = (await operator.call(listGroups)).list[0]!.id
      const device = `${theirs.onvif}/onvif/${camera.sn}/device_service`
      const body = { address: device, ...login, name: 'Gate', groupId }
      sn = (await operator.call(addCamera, { body })).sn!
    }
    const shows = async (url: string) => {
      const operator = await Operator.signIn(url)
      await vi.waitFor(async () => {
        expect((await operator.call(listCameras)).list).toMatchObject([{ sn, state: 'online' }])
      }, PATIENT)
      const body = { sn, chnId: 1, streamType: 'main' as const }
      expect(await operator.call(startLiveVideo, { body })).toMatchObject({ source: 'pulled' })
    }
    {
      await using ours = await launch()
      await shows(ours.url)
    }
    await rm(join(folder, 'secret.key'))
    await using ours = await launch()
    const operator = await Operator.signIn(ours.url)
    const [lost] = (await operator.call(listCameras)).list
    expect(lost).toMatchObject({ sn, state: 'offline', fault: 'keyLost' })
    expect(lost!.faultDetail).toContain('Enter the password again')
    const { version } = lost!
    await operator.call(updateCamera, { body: { sn, version, password: login.password } })
    await shows(ours.url)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
