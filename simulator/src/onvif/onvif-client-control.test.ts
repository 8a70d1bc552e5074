import { expect, it } from 'vitest'
import { onvifClient } from './onvif-client.test-support.ts'
import { onvifRig, PLATFORM_MS } from './onvif-rig.test-support.ts'

it('steers a camera', async () => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM01')
  expect(await call('getStatus')).toMatchObject({
    position: { x: 0, y: 0, zoom: 0 },
    moveStatus: { panTilt: 'IDLE', zoom: 'IDLE' },
  })
  const nodes = await call('getNodes')
  expect(nodes['ch1_ptz_node']).toMatchObject({ maximumNumberOfPresets: 256, homeSupported: true })
  const configurations = await call('getConfigurations')
  expect(configurations['Gate <1> PTZ']).toMatchObject({
    token: 'ch1_ptz',
    nodeToken: 'ch1_ptz_node',
    panTiltLimits: { XRange: { min: '-1', max: '1' } },
    zoomLimits: { XRange: { min: '0', max: '1' } },
  })
  const options = await call('getConfigurationOptions', 'ch1_ptz')
  expect(options.spaces.absolute.zoom).toMatchObject({ min: 0, max: 1 })
  expect(options.spaces.continuous.x).toMatchObject({ min: -1, max: 1 })

  await call('continuousMove', { x: 0.5, y: -1, zoom: 0, timeout: 2500 })
  await call('continuousMove', { x: 0, y: 0, zoom: 1 })
  await call('stop', { panTilt: true, zoom: true })
  await call('stop')
  await call('absoluteMove', { x: 0.5, y: 1, zoom: 1, speed: { x: 0.5, y: 0.5, zoom: 0.5 } })
  await call('relativeMove', { x: -0.25, y: 0, zoom: 0.5 })
  expect(rig.told.splice(0)).toEqual([
    ['move', 'CAM01', 1, { pan: 0.5, tilt: -1, zoom: 0 }, 2500],
    ['move', 'CAM01', 1, { pan: 0, tilt: 0, zoom: 1 }, 10_000],
    ['stop', 'CAM01', 1, { panTilt: true, zoom: true }],
    ['stop', 'CAM01', 1, { panTilt: true, zoom: true }],
    ['turnTo', 'CAM01', 1, { panDeg: 190, tiltDeg: 20, zoom: 32 }, 0.5],
    ['turnTo', 'CAM01', 1, { panDeg: 55, zoom: expect.closeTo(Math.sqrt(32)) }, undefined],
  ])

  expect(await call('getPresets')).toMatchObject({ Ahead: { $: { token: 1 } } })
  await call('setPreset', { presetName: 'Gate' })
  await call('setPreset', { presetName: 'Front', presetToken: 1 })
  expect(cam.presets).toBeDefined()
  expect(Object.keys(await call('getPresets'))).toEqual(['Front', 'Gate'])
  await expect(call('setPreset', { presetName: 'Front' })).rejects.toThrow(/name/)
  await call('gotoPreset', { preset: 2 })
  await expect(call('gotoPreset', { preset: 9 })).rejects.toThrow(/preset/)
  await call('removePreset', { presetToken: 2 })
  await expect(call('removePreset', { presetToken: 2 })).rejects.toThrow(/preset/)
  await call('gotoHomePosition', {})
  await call('setHomePosition', {})
  expect(rig.told).toEqual([
    ['setPreset', 'CAM01', 1, 2, 'Gate'],
    ['setPreset', 'CAM01', 1, 1, 'Front'],
    ['gotoPreset', 'CAM01', 1, 2],
    ['removePreset', 'CAM01', 1, 2],
    ['gotoHome', 'CAM01', 1],
    ['setHome', 'CAM01', 1],
  ])
})

it('changes the picture and moves the focus', async () => {
  await using rig = await onvifRig()
  const { call } = await onvifClient(rig.server.port, 'CAM01')
  expect(await call('getImagingSettings')).toMatchObject({
    brightness: 50,
    colorSaturation: 60,
    contrast: 40,
    exposure: { mode: 'MANUAL', iris: -6 },
    irCutFilter: 'AUTO',
  })
  await call('setImagingSettings', { brightness: 70, irCutFilter: 'OFF' })
  expect(await call('getImagingSettings')).toMatchObject({ brightness: 70, irCutFilter: 'OFF' })
  // As clients do: all of it, one value changed.
  await call('setImagingSettings', { ...(await call('getImagingSettings')), contrast: 45 })
  rig.pose.iris = 0.123456789
  await call('setImagingSettings', { ...(await call('getImagingSettings')), contrast: 46 })
  await call('setImagingSettings', { exposure: { mode: 'MANUAL', iris: -12 } })
  await expect(call('setImagingSettings', { contrast: 101 })).rejects.toThrow(/bounds/)
  expect(await call('getImagingServiceCapabilities')).toMatchObject({ ImageStabilization: false })
  expect(await call('getVideoSourceOptions', {})).toMatchObject({ brightness: { min: 0, max: 100 } })
  expect(await call('imagingGetMoveOptions', {})).toMatchObject({
    continuous: { speed: { min: -1, max: 1 } },
  })
  expect(await call('imagingGetStatus', {})).toMatchObject({ focusStatus20: { position: 0.5 } })
  await call('imagingMove', { continuous: { speed: -0.5 } })
  await call('imagingMove', { relative: { distance: -0.2, speed: 0.8 } })
  await call('imagingStop', {})
  expect(rig.told).toEqual([
    ['set', 'CAM01', 1, { brightness: 70, irCut: 'OFF' }],
    ['set', 'CAM01', 1, expect.objectContaining({ contrast: 45 })],
    ['set', 'CAM01', 1, expect.objectContaining({ contrast: 46 })],
    ['setIris', 'CAM01', 1, 0.5],
    ['moveFocus', 'CAM01', 1, { speed: -0.5, distance: undefined }],
    ['moveFocus', 'CAM01', 1, { speed: -0.8, distance: 0.2 }],
    ['stopFocus', 'CAM01', 1],
  ])
})

it('delivers events to pull points', async () => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM01')
  const { topicSet, fixedTopicSet } = await call('getEventProperties')
  expect(fixedTopicSet).toBe(true)
  expect(topicSet.videoSource.motionAlarm.messageDescription.$.IsProperty).toBe(true)
  expect(topicSet.ruleEngine.cellMotionDetector.motion).toBeDefined()
  expect(await call('getEventServiceCapabilities')).toMatchObject({ WSPullPointSupport: true })
  const created = await call('createPullPointSubscription')
  expect(created.terminationTime.getTime() - created.currentTime.getTime()).toBe(120_000)
  const first = await call('pullMessages', { messageLimit: 20 })
  expect(first.notificationMessage).toHaveLength(4)
  expect(first.notificationMessage[0].message.message.$.PropertyOperation).toBe('Initialized')

  const waiting = call('pullMessages', { messageLimit: 20 })
  rig.raise({ kind: 'tamper' })
  const { notificationMessage } = await waiting
  expect(notificationMessage.topic._).toBe('tns1:VideoSource/GlobalSceneChange/ImagingService')
  expect(notificationMessage.message.message.data.simpleItem.$).toEqual({ Name: 'State', Value: true })
  expect(await call('renew', {})).toHaveProperty('terminationTime')
  await call('unsubscribe')
  expect(rig.server.stats().subscriptions).toBe(0)
  expect(rig.listeners.size).toBe(0)

  // Its own loop.
  const seen = new Promise((resolve) => cam.once('event', resolve))
  expect(await seen).toMatchObject({ topic: { _: 'tns1:VideoSource/MotionAlarm' } })
})

it('finds recordings and says where they are replayed', async () => {
  await using rig = await onvifRig()
  const { call } = await onvifClient(rig.server.port, 'CAM01')
  expect(await call('getRecordings')).toMatchObject({
    recordingToken: 'ch1_recording',
    tracks: { track: [{ trackToken: 'VIDEO001' }, { trackToken: 'AUDIO001' }] },
  })
  expect(await call('getRecordingJobs')).toBeUndefined()
  expect(await call('getRecordingConfiguration', { RecordingToken: 'ch1_recording' })).toMatchObject({
    source: { sourceId: 'CAM01/1' },
  })
  expect(
    await call('getTrackConfiguration', { recordingToken: 'ch1_recording', trackToken: 'AUDIO001' }),
  ).toMatchObject({ trackType: 'Audio' })
  await call('getRecordingServiceCapabilities')
  const summary = await call('getRecordingSummary')
  expect(summary.numberRecordings).toBe(1)
  expect(summary.dataFrom.getTime()).toBe(PLATFORM_MS - 7_200_000)
  expect(await call('getReplayUri', { recordingToken: 'ch1_recording' })).toBe(
    'rtsp://127.0.0.1:8554/CAM01/1/replay',
  )
  await expect(call('getReplayUri', { recordingToken: 'x' })).rejects.toThrow(/recording/)
})

it('leaves a fixed camera with H.265 without PTZ', async () => {
  await using rig = await onvifRig()
  const { cam, call } = await onvifClient(rig.server.port, 'CAM03')
  expect(cam.uri?.ptz).toBeUndefined()
  expect(cam.profiles?.[0]).toMatchObject({ videoEncoderConfiguration: { encoding: 'H265' } })
  Object.assign(cam.uri!, { ptz: cam.uri!.device })
  await expect(call('continuousMove', { x: 1 })).rejects.toThrow(/not supported/)
})
