import type { PacketField } from '@backlot/contract/sensors/wire-calls'
import { useText } from '../../language/language.ts'

/** Values of a packet with their meanings. */
export function FieldList({ fields }: { fields: readonly PacketField[] }) {
  const t = useText('sensors')
  if (fields.length === 0) return <p className="history-note">{t('wire.noFields')}</p>
  return (
    <table className="field-list" aria-label={t('wire.values')}>
      <thead>
        <tr>
          <th scope="col">{t('wire.field.key')}</th>
          <th scope="col">{t('wire.field.name')}</th>
          <th scope="col">{t('wire.field.value')}</th>
          <th scope="col">{t('wire.field.note')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ key, name, value, note }) => (
          <tr key={key}>
            <td>
              <code>{key}</code>
            </td>
            <td>{name}</td>
            <td>{value}</td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
