import { execFile } from 'node:child_process'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'

const FFPROBE = (process.env['FFMPEG_PATH'] ?? 'ffmpeg').replace(/ffmpeg$/, 'ffprobe')
const PASSWORD = 'Quiet@Street7'

let simulator: LaunchedSimulator
let sn: string
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', '--device-password', PASSWORD])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  sn = list.find(({ online }) => online)!.sn
})
afterAll(() => simulator?.stop())

const addressOf = (path: string, password = PASSWORD) =>
  `rtsp://admin:${encodeURIComponent(password)}@${new URL(simulator.rtsp!).host}${path}`

/** ffprobe's view of a stream, and what it complains about. */
function probe(url: string, transport: 'tcp' | 'udp'): Promise<{ streams: unknown; complaint: string }> {
  const wanted = ['-show_entries', 'stream=codec_name,width,sample_rate', '-of', 'json']
  const args = ['-v', 'warning', '-rtsp_transport', transport, ...wanted, url]
  return new Promise((resolve) => {
    execFile(FFPROBE, args, (_error, stdout, stderr) => {
      const { streams } = JSON.parse(stdout || '{}') as { streams?: unknown }
      resolve({ streams, complaint: stderr })
    })
  })
}

it.each(['tcp', 'udp'] as const)('ffprobe reads a camera over %s without a complaint', async (transport) => {
  expect(await probe(addressOf(`/${sn}/1/main`), transport)).toEqual({
    streams: [
      { codec_name: 'h264', width: expect.any(Number) },
      { codec_name: 'aac', sample_rate: '16000' },
    ],
    complaint: '',
  })
})

it('a wrong password, an unknown camera and a camera that is offline are told apart', async () => {
  const complaintOf = async (url: string) => (await probe(url, 'tcp')).complaint
  expect(await complaintOf(addressOf(`/${sn}/1/main`, 'wrong'))).toContain('401')
  expect(await complaintOf(addressOf('/NOBODY/1/main'))).toContain('404')
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const off = list.find(({ online }) => !online)!
  expect(await complaintOf(addressOf(`/${off.sn}/1/main`))).toContain('5XX')
  const metrics = await (await fetch(new URL('/metrics', simulator.url))).text()
  expect(metrics).toMatch(/^backlot_rtsp_login_failures_total [1-9]/m)
  expect((await control(simulator.url, controlStatus)).ports.rtsp).toBe(Number(new URL(simulator.rtsp!).port))
})
