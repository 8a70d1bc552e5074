import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDevices } from '@backlot/contract/control/calls'
import { expect } from 'vitest'
import { DEVICE_SERVICE } from '../../simulator/src/onvif/device/device-service.ts'
import { MEDIA_SERVICE } from '../../simulator/src/onvif/media/media-service.ts'
import { PTZ_SERVICE } from '../../simulator/src/onvif/ptz/ptz-service.ts'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'
import { ZONEMINDER, zoneMinder } from './onvif-zoneminder.ts'

const PASSWORD = 'Quiet@Street7'
const FEW = `
name: few-cameras
groups: [{ key: yard, name: { zh: 场院, en: Yard } }]
fleets:
  - { kind: ptzCamera, count: 3, group: yard, placement: junctions }
`
/** Its classes are of 2013: they know neither the token of a node nor newer abilities of PTZ. */
const TOO_NEW = ['ptz GetNode', 'ptz GetNodes', 'ptz GetServiceCapabilities']

itByDebian(ZONEMINDER, "ZoneMinder's client reads and steers a camera", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zoneminder-'))
  await writeFile(join(folder, 'few.yaml'), FEW)
  await using simulator = await launchSimulator([
    ...['--scenario', join(folder, 'few.yaml'), '--password', PASSWORD],
    ...['--no-rtmp', '--hj212', 'off', '--jt808', 'off', '--gb28181', 'off'],
  ])
  await rm(folder, { recursive: true })
  const camera = async (sn?: string) =>
    (await control(simulator.url, controlDevices, { query: { kind: 'ptzCamera', sn } })).list[0]!
  const { sn } = await camera()
  using client = zoneMinder(`${simulator.onvif}/onvif/${sn}/device_service`, 'admin', PASSWORD)
  const driven = new Set<string>()
  const of =
    (service: string) =>
    (operation: string, parameters?: object): Promise<Plain> => {
      driven.add(`${service} ${operation}`)
      return client.ask(service, operation, parameters)
    }
  await readsDevice(of('device'), sn)
  await readsMedia(of('media'), simulator.rtsp!, sn)
  await steers(of('ptz'), async () => (await camera(sn)).pose!)

  const restart = await of('device')('SystemReboot')
  expect(restart.Message).toBe('Rebooting')
  await expect.poll(async () => (await camera(sn)).online).toBe(false)
  await expect.poll(async () => (await camera(sn)).online, { timeout: 120_000 }).toBe(true)

  const all = { device: DEVICE_SERVICE, media: MEDIA_SERVICE, ptz: PTZ_SERVICE }
  const names = Object.entries(all).flatMap(([service, { operations }]) =>
    Object.keys(operations).map((name) => `${service} ${name}`),
  )
  expect([...driven, ...TOO_NEW].sort()).toEqual(names.sort())
})

// biome-ignore lint/suspicious/noExplicitAny: plain objects of all shapes, all values texts.
type Plain = any
type Ask = (operation: string, parameters?: object) => Promise<Plain>

async function readsDevice(device: Ask, sn: string) {
  const { Service } = await device('GetServices', { IncludeCapability: 'true' })
  expect(Service).toHaveLength(9)
  const { Capabilities } = await device('GetCapabilities', { Category: 'All' })
  expect(Capabilities.PTZ.XAddr).toMatch(new RegExp(`/onvif/${sn}/ptz_service$`))
  const own = await device('GetServiceCapabilities')
  expect(own.Capabilities.Security.xmlattr).toMatchObject({ UsernameToken: 'true', HttpDigest: 'true' })
  expect(await device('GetDeviceInformation')).toMatchObject({ SerialNumber: sn, Manufacturer: 'Backlot' })
  const { Scopes } = await device('GetScopes')
  expect(Scopes[0]).toMatchObject({ ScopeDef: 'Fixed' })
  const scope = 'onvif://www.onvif.org/name/x'
  await expect(device('SetScopes', { Scopes: scope })).rejects.toThrow(/fixed/)
  await expect(device('AddScopes', { ScopeItem: scope })).rejects.toThrow(/No scope/)
  await expect(device('RemoveScopes', { ScopeItem: scope })).rejects.toThrow(/fixed/)
  expect(await device('GetDiscoveryMode')).toEqual({ DiscoveryMode: 'Discoverable' })
  expect((await device('GetEndpointReference')).GUID).toMatch(/^urn:uuid:/)
  expect((await device('GetHostname')).HostnameInformation).toEqual({ FromDHCP: 'false', Name: sn })
  expect((await device('GetDNS')).DNSInformation).toEqual({ FromDHCP: 'false' })
  expect((await device('GetNTP')).NTPInformation).toEqual({ FromDHCP: 'false' })
  const { NetworkInterfaces } = await device('GetNetworkInterfaces')
  expect(NetworkInterfaces.IPv4.Config.Manual).toEqual({ Address: '127.0.0.1', PrefixLength: '8' })
  expect(await device('GetNetworkDefaultGateway')).toEqual({ NetworkGateway: {} })
  expect((await device('GetNetworkProtocols')).NetworkProtocols).toMatchObject([
    { Name: 'HTTP' },
    { Name: 'RTSP' },
  ])
  expect((await device('GetUsers')).User).toEqual({ Username: 'admin', UserLevel: 'Administrator' })
  expect((await device('GetWsdlUrl')).WsdlUrl).toMatch(/^https:/)

  const year = async () => (await device('GetSystemDateAndTime')).SystemDateAndTime.UTCDateTime.Date.Year
  const now = await year()
  const set = { DaylightSavings: 'false' }
  const UTCDateTime = {
    Time: { Hour: 6, Minute: 7, Second: 8 },
    Date: { Year: 2020, Month: 2, Day: 29 },
  }
  await device('SetSystemDateAndTime', { ...set, DateTimeType: 'Manual', UTCDateTime })
  expect(await year()).toBe('2020')
  await device('SetSystemDateAndTime', { ...set, DateTimeType: 'NTP' })
  expect(await year()).toBe(now)
}

async function readsMedia(media: Ask, rtsp: string, sn: string) {
  const { Capabilities } = await media('GetServiceCapabilities')
  expect(Capabilities.StreamingCapabilities.xmlattr).toMatchObject({ RTP_RTSP_TCP: 'true' })
  const { Profiles } = await media('GetProfiles')
  expect(Profiles.map((one: Plain) => one.xmlattr.token)).toEqual(['ch1_main', 'ch1_sub'])
  const profile = { ProfileToken: 'ch1_main' }
  const { Profile } = await media('GetProfile', profile)
  expect(Profile).toEqual(Profiles[0])
  expect((await media('GetVideoSources')).VideoSources.Resolution).toEqual({ Width: '960', Height: '540' })
  const source = (await media('GetVideoSourceConfigurations')).Configurations
  expect(source).toEqual(Profile.VideoSourceConfiguration)
  const token = (ConfigurationToken: string) => ({ ConfigurationToken })
  expect((await media('GetVideoSourceConfiguration', token('ch1_source'))).Configuration).toEqual(source)
  const encoders = (await media('GetVideoEncoderConfigurations')).Configurations
  expect(encoders[0]).toEqual(Profile.VideoEncoderConfiguration)
  const encoder = await media('GetVideoEncoderConfiguration', token('ch1_sub_encoder'))
  expect(encoder.Configuration).toEqual(encoders[1])
  const { Options } = await media('GetVideoEncoderConfigurationOptions', token('ch1_main_encoder'))
  expect(Options.H264.ResolutionsAvailable).toEqual({ Width: '960', Height: '540' })
  expect(await media('GetGuaranteedNumberOfVideoEncoderInstances', token('ch1_source'))).toEqual({
    TotalNumber: '2',
    H264: '2',
  })
  expect((await media('GetAudioSources')).AudioSources).toEqual({ Channels: '1' })
  const sound = (await media('GetAudioSourceConfigurations')).Configurations
  expect(sound).toEqual(Profile.AudioSourceConfiguration)
  const aac = (await media('GetAudioEncoderConfigurations')).Configurations
  expect(aac).toMatchObject({ Encoding: 'AAC' })
  expect((await media('GetAudioEncoderConfiguration', token('ch1_audio_encoder'))).Configuration).toEqual(aac)
  const sounds = await media('GetAudioEncoderConfigurationOptions')
  expect(sounds.Options.Options.SampleRateList.Items).toBe(aac.SampleRate)
  const StreamSetup = { Stream: 'RTP-Unicast', Transport: { Protocol: 'RTSP' } }
  const stream = await media('GetStreamUri', { StreamSetup, ...profile })
  expect(stream.MediaUri.Uri).toBe(`${rtsp}/${sn}/1/main`)
  expect((await media('GetSnapshotUri', profile)).MediaUri.Uri).toMatch(/snapshot[/]ch1_main[.]jpg$/)
  await media('SetSynchronizationPoint', profile)
  await expect(media('GetSnapshotUri', { ProfileToken: 'x' })).rejects.toThrow(/profile/)
}

async function steers(ptz: Ask, poseOf: () => Promise<{ pan: number; tilt: number; zoom: number }>) {
  const own = { ProfileToken: 'ch1_main' }
  const one = (await ptz('GetConfigurations')).PTZConfiguration
  expect((await ptz('GetConfiguration', { PTZConfigurationToken: 'ch1_ptz' })).PTZConfiguration).toEqual(one)
  expect((await ptz('GetCompatibleConfigurations', own)).PTZConfiguration).toEqual(one)
  const options = await ptz('GetConfigurationOptions', { ConfigurationToken: 'ch1_ptz' })
  expect(options.PTZConfigurationOptions.PTZTimeout.Max).toBe('PT300S')

  const at = async () => {
    const { Position } = (await ptz('GetStatus', own)).PTZStatus
    return { pan: Number(Position.PanTilt.xmlattr.x), zoom: Number(Position.Zoom.xmlattr.x) }
  }
  const reaches = (place: { pan: number; zoom: number }) =>
    expect
      .poll(at, { timeout: 60_000 })
      .toEqual({ pan: expect.closeTo(place.pan, 2), zoom: expect.closeTo(place.zoom, 2) })
  const vector = (x: number, y: number, zoom: number) => ({
    PanTilt: { xmlattr: { x, y } },
    Zoom: { xmlattr: { x: zoom } },
  })
  await ptz('AbsoluteMove', { ...own, Position: vector(0.25, 0.3, 0.2) })
  await reaches({ pan: 0.25, zoom: 0.2 })
  // Zoom 0 to 1 is ×1 to ×32 by its logarithm.
  expect((await poseOf()).zoom).toBeCloseTo(2, 1)
  const { PresetToken } = await ptz('SetPreset', { ...own, PresetName: 'Gate' })
  await ptz('SetHomePosition', own)
  await ptz('RelativeMove', { ...own, Translation: vector(-0.25, 0, 0.2) })
  await reaches({ pan: 0, zoom: 0.4 })
  await ptz('GotoPreset', { ...own, PresetToken })
  await reaches({ pan: 0.25, zoom: 0.2 })
  const names = async () => (await ptz('GetPresets', own)).Preset.map((preset: Plain) => preset.Name)
  expect(await names()).toContain('Gate')
  await ptz('RemovePreset', { ...own, PresetToken })
  expect(await names()).not.toContain('Gate')

  await ptz('ContinuousMove', { ...own, Velocity: vector(0.5, 0, 0), Timeout: 'PT60S' })
  await expect.poll(async () => (await at()).pan, { timeout: 30_000 }).toBeGreaterThan(0.3)
  await ptz('Stop', { ...own, PanTilt: 'true', Zoom: 'true' })
  expect((await ptz('GetStatus', own)).PTZStatus.MoveStatus.PanTilt).toBe('IDLE')
  const stopped = await at()
  expect(await at()).toEqual(stopped)
  await ptz('GotoHomePosition', own)
  await reaches({ pan: 0.25, zoom: 0.2 })
}
