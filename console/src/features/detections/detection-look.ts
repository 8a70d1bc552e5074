import type { Detection, DetectionLabel } from '@backlot/contract/ai-view/entities'

/** alarm: a subject of alarms. */
type DetectionKind = 'person' | 'vehicle' | 'alarm'

const KINDS: Record<DetectionLabel, DetectionKind> = {
  person: 'person',
  car: 'vehicle',
  taxi: 'vehicle',
  bus: 'vehicle',
  truck: 'vehicle',
  patrol: 'vehicle',
  sanitation: 'vehicle',
  intruder: 'alarm',
  face: 'alarm',
  fire: 'alarm',
}

export const detectionKind = (label: DetectionLabel): DetectionKind => KINDS[label]

/** Colours over pictures, which are dark in both themes. */
export const DETECTION_COLOURS: Record<DetectionKind, string> = {
  person: '#5cc8ff',
  vehicle: '#9be15d',
  alarm: '#ff5a52',
}

const PERCENT = 100

export const percentOf = (score: number): string => `${Math.round(score * PERCENT)}%`

/** Labels for which there is room go to alarms first, then to the nearest things. */
export const labelWeight = ({ label, width, height }: Detection): number =>
  (detectionKind(label) === 'alarm' ? 1 : 0) + width * height
