import { expect, it } from 'vitest'
import { onvifClient } from './onvif-client.test-support.ts'
import { onvifRig, PLATFORM_MS } from './onvif-rig.test-support.ts'

it('lets a client of others connect and read the device', async () => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM01')
  const base = `http://127.0.0.1:${rig.server.port}/onvif/CAM01`
  expect(cam.uri?.ptz?.href).toBe(`${base}/ptz_service`)
  expect(cam.activeSource).toMatchObject({
    sourceToken: 'ch1',
    profileToken: 'ch1_main',
    encoding: 'H264',
    width: 1280,
    height: 720,
    fps: 12,
    bitrate: 2048,
    ptz: { token: 'ch1_ptz' },
  })
  expect((await call('getSystemDateAndTime')).getTime()).toBe(Math.floor(PLATFORM_MS / 1000) * 1000)
  expect(await call('getDeviceInformation')).toEqual({
    manufacturer: 'Backlot',
    model: 'BL-PTZ 32',
    firmwareVersion: '3.2.1',
    serialNumber: 'CAM01',
    hardwareId: 'BL-PTZ 32',
  })
  const capabilities = await call('getCapabilities')
  expect(capabilities.device.XAddr).toBe(`${base}/device_service`)
  expect(capabilities.media.streamingCapabilities.RTP_RTSP_TCP).toBe(true)
  expect(capabilities.PTZ.XAddr).toBe(`${base}/ptz_service`)
  expect(capabilities.extension.replay.XAddr).toBe(`${base}/replay_service`)
  const services: { namespace: string }[] = await call('getServices', true)
  expect(services).toHaveLength(9)
  const scopes: { scopeItem: string; scopeDef: string }[] = await call('getScopes')
  expect(scopes.map(({ scopeItem }) => scopeItem)).toContain(
    'onvif://www.onvif.org/name/North%20gate%20%26%20yard',
  )
  await expect(call('setScopes', ['onvif://www.onvif.org/name/x'])).rejects.toThrow()
  expect(await call('getHostname')).toMatchObject({ fromDHCP: false, name: 'CAM01' })
  const [network] = await call('getNetworkInterfaces')
  expect(network.IPv4.config.manual).toEqual({ address: '127.0.0.1', prefixLength: 8 })
  const { networkProtocols } = await call('getNetworkProtocols')
  expect(networkProtocols).toEqual([
    { name: 'HTTP', enabled: true, port: rig.server.port },
    { name: 'RTSP', enabled: true, port: 8554 },
  ])
  expect(await call('getDNS')).toMatchObject({ fromDHCP: false })
  expect(await call('getNTP')).toMatchObject({ fromDHCP: false })
  await call('getNetworkDefaultGateway')
  expect(await call('getUsers')).toEqual([{ username: 'admin', userLevel: 'Administrator' }])
  const dateTime = new Date(PLATFORM_MS)
  expect(await call('setSystemDateAndTime', { dateTimeType: 'Manual', dateTime })).toBeInstanceOf(Date)
  // The package sends this to a service that cameras seldom have.
  Object.assign(cam.uri!, { deviceIO: cam.uri!.device })
  expect(await call('systemReboot')).toBe('Rebooting')
  expect(rig.told).toEqual([['reboot', 'CAM01']])
})

it.each([true, false])('lets it log in by a token or by HTTP digest (token: %s)', async (useWSSecurity) => {
  await using rig = await onvifRig()
  const { call } = await onvifClient(rig.server.port, 'CAM01', { useWSSecurity })
  expect(await call('getUsers')).toHaveLength(1)
  expect(rig.server.stats().loginFailures).toBe(0)
})

it.each([2, 1])('describes profiles and streams in the edition of media %i', async (edition) => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM01')
  Object.assign(cam, { media2Support: edition === 2 })
  const profiles = await call('getProfiles')
  expect(profiles.map((one: { $: { token: string } }) => one.$.token)).toEqual(['ch1_main', 'ch1_sub'])
  expect(profiles[1].videoEncoderConfiguration.resolution).toEqual({ width: 640, height: 360 })
  expect(profiles[0].name).toBe('Gate <1> main')
  expect(profiles[0].audioEncoderConfiguration.sampleRate).toBe(16)
  expect(await call('getVideoSources')).toMatchObject([{ $: { token: 'ch1' }, framerate: 12 }])
  expect(await call('getVideoSourceConfigurations')).toHaveLength(1)
  const encoders = await call('getVideoEncoderConfigurations')
  expect(encoders.map((one: { $: { token: string } }) => one.$.token)).toEqual([
    'ch1_main_encoder',
    'ch1_sub_encoder',
  ])
  const options = await call('getVideoEncoderConfigurationOptions', 'ch1_sub_encoder')
  const resolutions = edition === 2 ? options.resolutionsAvailable : options.H264.resolutionsAvailable
  expect(resolutions).toEqual({ width: 640, height: 360 })
  expect(await call('getVideoEncoderConfiguration', 'ch1_main_encoder')).toMatchObject({ encoding: 'H264' })
  expect(await call('getAudioSources')).toMatchObject([{ channels: 1 }])
  expect(await call('getAudioSourceConfigurations')).toHaveLength(1)
  expect(await call('getAudioEncoderConfigurations')).toMatchObject([{ encoding: 'AAC' }])
  expect(await call('getAudioEncoderConfiguration', 'ch1_audio_encoder')).toMatchObject({ bitrate: 32 })
  await call('getAudioEncoderConfigurationOptions', 'ch1_audio_encoder')
  expect(await call('getMediaServiceCapabilities')).toMatchObject({ $: { SnapshotUri: true } })
  await call('setSynchronizationPoint')
  for (const protocol of ['RTSP', 'UDP'])
    expect(await call('getStreamUri', { protocol })).toMatchObject({
      uri: 'rtsp://127.0.0.1:8554/CAM01/1/main',
    })
  expect(await call('getStreamUri', { profileToken: 'ch1_sub' })).toMatchObject({
    uri: 'rtsp://127.0.0.1:8554/CAM01/1/sub',
  })
  await expect(call('getStreamUri', { protocol: 'HTTP' })).rejects.toThrow(/not served/)
  await expect(call('getStreamUri', { stream: 'RTP-Multicast', protocol: 'UDP' })).rejects.toThrow()
  await expect(call('getStreamUri', { profileToken: 'ch9_main' })).rejects.toThrow(/profile/)
  const { uri } = await call('getSnapshotUri')
  expect(uri).toBe(rig.url('CAM01/snapshot/ch1_main.jpg'))
  expect((await fetch(uri)).status).toBe(401)
})

it('refuses another password and holds the answer back', async () => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM01')
  cam.password = 'wrong'
  let refused = ''
  call('getUsers').catch((error: Error) => {
    refused = error.message
  })
  await rig.until(() => rig.server.stats().loginFailures === 1)
  await rig.until(() => refused !== '')
  expect(refused).toMatch(/not authorized/)
})
