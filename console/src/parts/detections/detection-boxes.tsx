import type { Detection } from '@backlot/contract/ai-view/entities'
import { useText } from '../../language/language.ts'
import { detectionKind, percentOf } from './detection-look.ts'
import './detections.css'

const PERCENT = 100

/** Boxes and labels over a picture; its parent has the measures of the whole picture. */
export function DetectionBoxes({ list }: { list: readonly Detection[] }) {
  const t = useText('ai')
  return (
    <span className="detections" aria-hidden>
      {list.map((one) => (
        <span
          key={`${one.label}-${one.trackId}`}
          className="detection"
          data-kind={detectionKind(one.label)}
          data-low={one.top < LABEL_PART || undefined}
          style={{
            left: `${one.left * PERCENT}%`,
            top: `${one.top * PERCENT}%`,
            width: `${one.width * PERCENT}%`,
            height: `${one.height * PERCENT}%`,
          }}
        >
          <b>
            {t(`label.${one.label}`)} {percentOf(one.score)}
          </b>
        </span>
      ))}
    </span>
  )
}

/** A box so near to the upper edge has its label inside. */
const LABEL_PART = 0.06
