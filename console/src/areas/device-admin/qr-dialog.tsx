import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { Button, Modal, QRCode } from 'antd'
import { useRef } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { saveFile } from '../../features/player/snapshot.ts'
import { useText } from '../../language/language.ts'

const SIDE_PX = 240

/** The serial number of a device as a QR code, to be scanned, saved or printed. */
export function QrDialog({ device, onClose }: { device: ManagedDevice; onClose(): void }) {
  const t = useText('deviceAdmin')
  const frame = useRef<HTMLDivElement>(null)
  const title = t('qrOf', { name: device.name })

  const save = () => {
    const canvas = frame.current?.querySelector('canvas')
    canvas?.toBlob((picture) => picture && saveFile(picture, `${device.sn}.png`), 'image/png')
  }
  const copy = async () => {
    if (await copyText(device.sn)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    <Modal
      open
      centered
      width={360}
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="copy" icon={<CopyOutlined />} onClick={copy}>
          {t('copy')}
        </Button>,
        <Button key="save" type="primary" icon={<DownloadOutlined />} onClick={save}>
          {t('download')}
        </Button>,
      ]}
    >
      <div className="device-qr" ref={frame} role="img" aria-label={`${title}: ${device.sn}`}>
        <QRCode value={device.sn} size={SIDE_PX} type="canvas" color="#000" bgColor="#fff" errorLevel="M" />
        <output className="device-sn">{device.sn}</output>
      </div>
    </Modal>
  )
}
