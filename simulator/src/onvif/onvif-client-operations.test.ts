/** Operations that the package `onvif` has no method for, or that it reads wrongly: sent and read by its own parts. */
import { expect, it } from 'vitest'
import { TOPIC_DIALECTS } from '../wire/onvif/topic-expression.ts'
import { onvifClient } from './onvif-client.test-support.ts'
import { onvifRig, PLATFORM_MS } from './onvif-rig.test-support.ts'

const PROFILE = '<o:ProfileToken>ch1_main</o:ProfileToken>'
const RECORDING = '<o:RecordingToken>ch1_recording</o:RecordingToken>'
const configurationOf = (token: string) => `<o:ConfigurationToken>${token}</o:ConfigurationToken>`

it('tells what a camera is and has', async () => {
  await using rig = await onvifRig()
  const { call, ask } = await onvifClient(rig.server.port, 'CAM01')
  expect(await call('getServiceCapabilities')).toMatchObject({
    network: { NTP: 1, DynDNS: false },
    security: { UsernameToken: true, HttpDigest: true },
    system: { DiscoveryResolve: true, SystemBackup: false },
  })
  const device = (name: string) => ask('device_service', 'tds', name)
  expect(await device('GetDiscoveryMode')).toEqual({ discoveryMode: 'Discoverable' })
  const { GUID } = await device('GetEndpointReference')
  expect(GUID).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(await device('GetEndpointReference')).toEqual({ GUID })
  expect(await device('GetWsdlUrl')).toEqual({ wsdlUrl: expect.stringMatching(/^https:/) })
  const scope = 'onvif://www.onvif.org/name/x'
  const scopes = (name: string) => ask('device_service', 'tds', name, `<o:ScopeItem>${scope}</o:ScopeItem>`)
  await expect(scopes('AddScopes')).rejects.toThrow(/No scope can be added/)
  await expect(scopes('RemoveScopes')).rejects.toThrow(/fixed/)
})

it('describes single profiles and configurations', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  const media = (name: string, inner: string) => ask('media_service', 'trt', name, inner)
  const { profile } = await media('GetProfile', PROFILE)
  expect(profile).toMatchObject({ $: { token: 'ch1_main' }, PTZConfiguration: { $: { token: 'ch1_ptz' } } })
  await expect(media('GetProfile', '<o:ProfileToken>x</o:ProfileToken>')).rejects.toThrow(/profile/)
  const { configuration } = await media('GetVideoSourceConfiguration', configurationOf('ch1_source'))
  expect(configuration).toMatchObject({ sourceToken: 'ch1', bounds: { $: { width: 1280, height: 720 } } })
  expect(await media('GetGuaranteedNumberOfVideoEncoderInstances', configurationOf('ch1_source'))).toEqual({
    totalNumber: 2,
    H264: 2,
  })
  await expect(media('GetVideoSourceConfiguration', configurationOf('x'))).rejects.toThrow(/configuration/)
})

it('describes sources and encoders by media 2', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  const media2 = (name: string, inner = '') => ask('media2_service', 'tr2', name, inner)
  const { capabilities } = await media2('GetServiceCapabilities')
  expect(capabilities).toMatchObject({ $: { SnapshotUri: true }, streamingCapabilities: {} })
  expect((await media2('GetVideoSourceConfigurations')).configurations).toMatchObject({
    $: { token: 'ch1_source' },
    sourceToken: 'ch1',
  })
  expect((await media2('GetAudioSourceConfigurations')).configurations).toMatchObject({
    $: { token: 'ch1_audio_source' },
  })
  expect((await media2('GetAudioEncoderConfigurations')).configurations).toMatchObject({
    encoding: 'MP4A-LATM',
    bitrate: 32,
    sampleRate: 16,
  })
  expect((await media2('GetAudioEncoderConfigurationOptions')).options).toMatchObject({
    encoding: 'MP4A-LATM',
    sampleRateList: { items: 16 },
  })
  expect((await media2('GetVideoEncoderInstances', configurationOf('ch1_source'))).info).toEqual({
    codec: { encoding: 'H264', number: 2 },
    total: 2,
  })
  const silent = await onvifClient(rig.server.port, 'CAM03')
  await expect(silent.ask('media2_service', 'tr2', 'GetAudioEncoderConfigurationOptions')).rejects.toThrow(
    /configuration/,
  )
})

it('describes one node and one configuration of PTZ', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  const ptz = (name: string, inner = '') => ask('ptz_service', 'tptz', name, inner)
  const { capabilities } = await ptz('GetServiceCapabilities')
  expect(capabilities).toMatchObject({ $: { MoveStatus: true, GetCompatibleConfigurations: true } })
  const { PTZNode } = await ptz('GetNode', '<o:NodeToken>ch1_ptz_node</o:NodeToken>')
  expect(PTZNode).toMatchObject({ homeSupported: true, maximumNumberOfPresets: 256 })
  const known = { $: { token: 'ch1_ptz' }, nodeToken: 'ch1_ptz_node' }
  const one = '<o:PTZConfigurationToken>ch1_ptz</o:PTZConfigurationToken>'
  expect((await ptz('GetConfiguration', one)).PTZConfiguration).toMatchObject(known)
  expect((await ptz('GetCompatibleConfigurations', PROFILE)).PTZConfiguration).toMatchObject(known)
  await expect(ptz('GetNode', '<o:NodeToken>x</o:NodeToken>')).rejects.toThrow(/node/)
})

it('tells states again when a client asks for it', async () => {
  await using rig = await onvifRig()
  const { call, ask } = await onvifClient(rig.server.port, 'CAM01')
  // The package keeps the address in parts.
  const { subscriptionReference } = await call('createPullPointSubscription')
  const pull = async () => {
    const { notificationMessage } = await call('pullMessages', { messageLimit: 20 })
    return notificationMessage.map(({ message }: { message: Message }) => message.message.$.PropertyOperation)
  }
  expect(await pull()).toEqual(Array(4).fill('Initialized'))
  await ask(subscriptionReference.address.path.replace('/onvif/CAM01/', ''), 'tev', 'SetSynchronizationPoint')
  expect(await pull()).toEqual(Array(4).fill('Initialized'))
})
type Message = { message: { $: { PropertyOperation: string } } }

it('searches recordings', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  const search = (name: string, inner = '') => ask('search_service', 'tse', name, inner)
  const { capabilities } = await search('GetServiceCapabilities')
  expect(capabilities).toEqual({ $: { MetadataSearch: false, GeneralStartEvents: false } })
  const { recordingInformation } = await search('GetRecordingInformation', RECORDING)
  expect(recordingInformation).toMatchObject({
    recordingToken: 'ch1_recording',
    earliestRecording: new Date(PLATFORM_MS - 7_200_000),
    recordingStatus: 'Recording',
  })
  const begun = await search(
    'FindRecordings',
    `<o:Scope><tt:IncludedRecordings>ch1_recording</tt:IncludedRecordings></o:Scope><o:KeepAliveTime>PT10S</o:KeepAliveTime>`,
  )
  const found = `<o:SearchToken>${begun.searchToken}</o:SearchToken>`
  const { resultList } = await search('GetRecordingSearchResults', found)
  expect(resultList).toMatchObject({
    searchState: 'Completed',
    recordingInformation: { recordingToken: 'ch1_recording', content: 'Gate <1>' },
  })
  expect(await search('EndSearch', found)).toEqual({ endpoint: new Date(PLATFORM_MS) })
  await expect(search('GetRecordingSearchResults', found)).rejects.toThrow(/search does not exist/)
})

it('searches when recordings begin and end', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  const search = (name: string, inner = '') => ask('search_service', 'tse', name, inner)
  const time = (ms: number) => new Date(ms).toISOString()
  const { searchToken } = await search(
    'FindEvents',
    `<o:StartPoint>${time(PLATFORM_MS - 7_300_000)}</o:StartPoint><o:EndPoint>${time(PLATFORM_MS)}</o:EndPoint><o:Scope/><o:SearchFilter/><o:IncludeStartState>false</o:IncludeStartState><o:KeepAliveTime>PT10S</o:KeepAliveTime>`,
  )
  const { resultList } = await search(
    'GetEventSearchResults',
    `<o:SearchToken>${searchToken}</o:SearchToken>`,
  )
  expect(resultList.searchState).toBe('Completed')
  const times = resultList.result.map(({ time: at }: { time: Date }) => at.getTime() - PLATFORM_MS)
  expect(times).toEqual([-7_200_000, -3_600_000, -1_800_000, -60_000])
  expect(resultList.result[0].event).toMatchObject({
    topic: { _: 'tns1:RecordingHistory/Recording/State', $: { Dialect: TOPIC_DIALECTS.concreteSet } },
    message: { message: { data: { simpleItem: { $: { Name: 'IsRecording', Value: true } } } } },
  })
})

it('tells how it replays', async () => {
  await using rig = await onvifRig()
  const { ask } = await onvifClient(rig.server.port, 'CAM01')
  expect((await ask('replay_service', 'trp', 'GetServiceCapabilities')).capabilities).toEqual({
    $: { ReversePlayback: false, SessionTimeoutRange: '10 60', RTP_RTSP_TCP: true },
  })
})
