import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { Modal } from 'antd'
import { DeviceSetup } from '../../features/installation/device-setup.tsx'
import { useText } from '../../language/language.ts'

/** Setup of a device: its installation, the cameras that look at it, and its monitoring points. */
export function SetupDialog({ device, onClose }: { device: ManagedDevice; onClose(): void }) {
  const t = useText('deviceAdmin')
  return (
    <Modal
      open
      centered
      width={900}
      className="device-setup-dialog"
      title={t('setupOf', { name: device.name })}
      footer={null}
      onCancel={onClose}
    >
      <DeviceSetup sn={device.sn} />
    </Modal>
  )
}
