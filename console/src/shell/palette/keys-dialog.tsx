import { Modal } from 'antd'
import { type TextKey, useText } from '../../language/language.ts'
import './keys-dialog.css'

/** Keys by place; names are below `keys.` in the palette's texts. Alternatives are apart, keys pressed together are a list. */
const KEYS = [
  [
    'everywhere',
    [
      ['palette', [['Ctrl', 'K']]],
      ['keys', [['?']]],
      ['undo', [['Ctrl', 'Z']]],
      ['close', [['Esc']]],
    ],
  ],
  [
    'alarms',
    [
      ['neighbour', [['J'], ['K']]],
      ['review', [['C'], ['M'], ['W']]],
      ['process', [['Ctrl', 'Enter']]],
    ],
  ],
  [
    'sos',
    [
      ['answer', [['A']]],
      ['dispatch', [['D']]],
      ['nextCall', [['N']]],
    ],
  ],
  [
    'video',
    [
      [
        'swap',
        [
          ['Shift', '←'],
          ['Shift', '→'],
        ],
      ],
      ['instant', [['R']]],
      ['live', [['L']]],
      ['pausePast', [['Space']]],
      ['timeline', [['T']]],
      ['zoomReset', [['0']]],
      ['ptz', [['←'], ['→'], ['↑'], ['↓']]],
    ],
  ],
  [
    'replay',
    [
      ['toggle', [['Space']]],
      ['step', [[','], ['.']]],
      ['zoom', [['+'], ['-']]],
      ['alarm', [['['], [']']]],
    ],
  ],
  [
    'tables',
    [
      ['openRow', [['Enter']]],
      ['treeMenu', [['Shift', 'F10']]],
    ],
  ],
] as const

/** All keys of the console. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const t = useText('palette')
  return (
    <Modal
      open
      title={t('keys.title')}
      footer={null}
      width={720}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
    >
      <div className="keys-dialog">
        {KEYS.map(([place, rows]) => (
          <section key={place}>
            <h2>{t(`keys.place.${place}`)}</h2>
            <dl>
              {rows.map(([name, ways]) => (
                <div key={name}>
                  <dt>{t(`keys.${place}.${name}` as TextKey<'palette'>)}</dt>
                  <dd>
                    {ways.map((way) => (
                      <span key={way.join()}>
                        {way.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
