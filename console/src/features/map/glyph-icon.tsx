import { GLYPHS, type MarkerKind } from './marker-glyphs.ts'

/** A kind's drawing, as on its marker. */
export function GlyphIcon({ kind, size = 16 }: { kind: MarkerKind; size?: number }) {
  const { fill, stroke } = GLYPHS[kind]
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {fill && <path d={fill} fill="currentColor" fillRule="evenodd" />}
      {stroke && (
        <path d={stroke} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      )}
    </svg>
  )
}
