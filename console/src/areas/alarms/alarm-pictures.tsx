import {
  DownloadOutlined,
  LeftOutlined,
  LoadingOutlined,
  PictureOutlined,
  PlayCircleOutlined,
  RightOutlined,
  ZoomInOutlined,
} from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useState } from 'react'
import { useFailedPictures } from '../../components/use-failed-pictures.ts'
import { hasStrip } from '../../features/alarms/has-strip.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { DetectionBoxes } from '../../features/detections/detection-boxes.tsx'
import { useAlarmDetections } from '../../features/detections/use-alarm-detections.ts'
import { useText } from '../../language/language.ts'
import { platformAddress } from '../../platform/config.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { isClip, resourceName } from './resource-name.ts'
import './alarm-pictures.css'

/** Pictures and clips of an alarm: one large, the others to choose from. They may arrive after the alarm. */
export function AlarmPictures({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const [chosen, setChosen] = useState(0)
  const failed = useFailedPictures(t('picture.failed'))
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [strip, setStrip] = useState(false)
  const [enlarged, setEnlarged] = useState(false)
  const resource = alarm.resource[chosen]
  const shown = resource && !failed.has(resource.url) ? resource : undefined
  const count = alarm.resource.length
  const found = useAlarmDetections(alarm.id, chosen, shown !== undefined && loaded.has(shown.url))
  return (
    <div className="alarm-pictures">
      <div className="alarm-picture" data-strip={strip && shown !== undefined && !isClip(shown)}>
        {!shown && (
          <span>
            <PictureOutlined /> {resource ? failed.text : t('picture.none')}
          </span>
        )}
        {shown && !isClip(shown) && !loaded.has(shown.url) && (
          <span className="alarm-picture-loading">
            <LoadingOutlined style={{ fontSize: 22 }} aria-label={t('picture.loading')} />
          </span>
        )}
        {shown && isClip(shown) && (
          // biome-ignore lint/a11y/useMediaCaption: a field device's clip has no captions
          <video
            controls
            preload="metadata"
            aria-label={t('picture.clip', { n: chosen + 1, device: alarmNames(alarm).device })}
            src={platformAddress(shown.url)}
            onError={() => failed.add(shown.url)}
          />
        )}
        {shown && !isClip(shown) && (
          <button
            type="button"
            className="alarm-picture-open"
            title={t('picture.enlarge')}
            onClick={() => setEnlarged(true)}
          >
            <span className="alarm-picture-whole">
              <img
                src={platformAddress(shown.url)}
                alt={t('picture.nth', { n: chosen + 1, device: alarmNames(alarm).device })}
                onLoad={(event) => {
                  setLoaded(new Set([...loaded, shown.url]))
                  setStrip(hasStrip(event.currentTarget))
                }}
                onError={() => failed.add(shown.url)}
              />
              <DetectionBoxes list={found} />
            </span>
          </button>
        )}
        {shown && (
          <span className="alarm-picture-tools">
            {!isClip(shown) && (
              <button
                type="button"
                title={tDetail('picture.zoom')}
                aria-label={tDetail('picture.zoom')}
                onClick={() => setEnlarged(true)}
              >
                <ZoomInOutlined />
              </button>
            )}
            <a
              title={tDetail('picture.download')}
              aria-label={tDetail('picture.download')}
              href={platformAddress(shown.url)}
              download={resourceName(alarm, chosen)}
            >
              <DownloadOutlined />
            </a>
          </span>
        )}
        {count > 1 && (
          <span className="alarm-picture-walk">
            <button
              type="button"
              aria-label={tDetail('picture.previous')}
              disabled={chosen === 0}
              onClick={() => setChosen(chosen - 1)}
            >
              <LeftOutlined />
            </button>
            {tDetail('picture.of', { n: chosen + 1, count })}
            <button
              type="button"
              aria-label={tDetail('picture.next')}
              disabled={chosen === count - 1}
              onClick={() => setChosen(chosen + 1)}
            >
              <RightOutlined />
            </button>
          </span>
        )}
        {enlarged && (
          <PictureViewer
            alarm={alarm}
            current={chosen}
            onCurrent={setChosen}
            onClose={() => setEnlarged(false)}
          />
        )}
      </div>
      {count > 1 && (
        <ul className="alarm-thumbs">
          {alarm.resource.map((one, index) => (
            <li key={one.url}>
              <button
                type="button"
                aria-pressed={index === chosen}
                aria-label={t(isClip(one) ? 'picture.clip' : 'picture.nth', {
                  n: index + 1,
                  device: alarmNames(alarm).device,
                })}
                onClick={() => setChosen(index)}
              >
                {isClip(one) ? (
                  <PlayCircleOutlined style={{ fontSize: 20 }} />
                ) : (
                  <img src={platformAddress(one.url)} alt="" loading="lazy" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
