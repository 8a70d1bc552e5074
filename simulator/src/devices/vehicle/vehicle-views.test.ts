import { expect, test } from 'vitest'
import { channelsOfKind } from '../../fleet/channels-of-kind.ts'
import { vehicleViewOf } from './vehicle-views.ts'

test('a channel of a vehicle shows what it is called after, in either language', () => {
  const views = (names: readonly string[]) => names.map((name) => vehicleViewOf({ zh: name, en: name }))
  expect(views(['前向摄像头', 'Front camera', 'Camera 5', 'Dashcam'])).toEqual(Array(4).fill('front'))
  expect(views(['后视摄像头', 'Rear camera', 'Backup camera'])).toEqual(Array(3).fill('rear'))
  expect(views(['左侧', 'Left side'])).toEqual(['left', 'left'])
  expect(views(['右侧', 'Right side', 'Side camera'])).toEqual(['right', 'right', 'right'])
  expect(views(['驾驶室', '车厢', 'Driver', 'Passenger room'])).toEqual(Array(4).fill('cabin'))
  expect(views(['货厢', 'Cargo bay', 'Load space'])).toEqual(Array(3).fill('cargo'))
})

test('the channels that a vehicle comes with look ahead and into the cabin', () => {
  const videos = channelsOfKind('vehicle', { zh: '车', en: 'Car' }, false).filter(({ type }) => type === 0)
  expect(videos.map(({ name }) => vehicleViewOf(name))).toEqual(['front', 'cabin'])
})
