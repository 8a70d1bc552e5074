import { DownloadOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Image } from 'antd'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useText } from '../../language/language.ts'
import { platformAddress } from '../../platform/config.ts'
import { isClip, resourceName } from './resource-name.ts'

/** The pictures of an alarm over the whole page: zoom, turn, next, download. */
export function PictureViewer(props: {
  alarm: Alarm
  /** Place in the alarm's resources. */
  current: number
  onCurrent(index: number): void
  onClose(): void
}) {
  const { alarm, current, onCurrent, onClose } = props
  const t = useText('alarmDetail')
  const tAlarms = useText('alarms')
  const pictures = alarm.resource.flatMap((resource, index) =>
    isClip(resource) ? [] : [{ resource, index }],
  )
  const at = pictures.findIndex(({ index }) => index === current)
  return (
    <Image.PreviewGroup
      items={pictures.map(({ resource, index }) => ({
        src: platformAddress(resource.url),
        alt: tAlarms('picture.nth', { n: index + 1, device: alarmNames(alarm).device }),
      }))}
      preview={{
        open: true,
        current: Math.max(0, at),
        onChange: (next) => {
          const picture = pictures[next]
          if (picture) onCurrent(picture.index)
        },
        onOpenChange: (open) => {
          if (!open) onClose()
        },
        actionsRender: (actions, { image }) => (
          <span className="picture-viewer-tools">
            {actions}
            <a
              className="picture-viewer-download"
              title={t('picture.download')}
              aria-label={t('picture.download')}
              href={image.url}
              download={resourceName(alarm, current)}
            >
              <DownloadOutlined />
            </a>
          </span>
        ),
      }}
    />
  )
}
