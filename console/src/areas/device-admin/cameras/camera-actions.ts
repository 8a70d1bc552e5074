import { rebootCamera, syncCameraTime, updateCamera } from '@backlot/contract/device-admin/camera-calls'
import type { AddedCamera } from '@backlot/contract/device-admin/camera-entities'
import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { notify } from '../../../components/notifications/notify.ts'
import type { TableAction } from '../../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../../language/language.ts'
import { request } from '../../../platform/client.ts'
import { toldFault } from './camera-choices.ts'

/** Actions on devices that are real cameras. */
export function cameraActions(
  t: Translate<'cameras'>,
  cameras: ReadonlyMap<string, AddedCamera>,
  open: (camera: AddedCamera) => void,
): TableAction<ManagedDevice>[] {
  const shownFor = ({ sn }: ManagedDevice) => cameras.has(sn)
  const disabledReason = ({ sn }: ManagedDevice) =>
    cameras.get(sn)?.way === 'rtsp' ? t('streamOnly') : undefined
  /** Orders something of a camera; it says itself what came of it. */
  const order = async (
    { sn, name }: ManagedDevice,
    call: typeof rebootCamera | typeof syncCameraTime,
    done: string,
  ): Promise<void> => {
    const { fault, detail } = await request(call, { body: { sn } })
    const { address = '', username = '' } = cameras.get(sn) ?? {}
    if (!fault) notify.success(done)
    else {
      const why = toldFault(t, { fault, detail }, { address, username }).text
      notify.error(t('failed', { name, why }))
    }
  }
  return [
    {
      key: 'connection',
      label: t('edit'),
      inMenu: true,
      call: updateCamera,
      shownFor,
      run({ sn }) {
        const camera = cameras.get(sn)
        if (camera) open(camera)
      },
    },
    {
      key: 'setTime',
      label: t('setTime'),
      inMenu: true,
      call: syncCameraTime,
      shownFor,
      disabledReason,
      run: (device) => order(device, syncCameraTime, t('timeSet', { name: device.name })),
    },
    {
      key: 'restart',
      label: t('restart'),
      inMenu: true,
      danger: true,
      call: rebootCamera,
      shownFor,
      disabledReason,
      confirm: ({ name }) => ({
        title: t('restartAsk', { name }),
        content: t('restartHint'),
        okText: t('restart'),
      }),
      run: (device) => order(device, rebootCamera, t('restarted', { name: device.name })),
    },
  ]
}
