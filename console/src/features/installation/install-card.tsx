import { EditOutlined } from '@ant-design/icons'
import { INSTALLATION_LIMITS, installInfo, updateInstallInfo } from '@backlot/contract/installation/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Image } from 'antd'
import dayjs from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { useMayCall } from '../../session/may-call.ts'
import { PictureField } from '../picture-field/picture-field.tsx'
import { describeForm, type FormDescription } from '../table-screen/form-types.ts'
import { useFormDialog } from '../table-screen/use-form-dialog.tsx'

type T = Translate<'installation'>
type Info = Awaited<ReturnType<typeof request<typeof installInfo>>>

const NOTHING = '–'
const PHOTO_PX = { width: 108, height: 72 }

/** When, where, by whom and how a device was installed. */
export function InstallCard({ sn }: { sn: string }) {
  const t = useText('installation')
  const client = useQueryClient()
  const mayCall = useMayCall()
  const asked = useQuery({
    queryKey: ['installation', 'info', sn],
    queryFn: ({ signal }) => request(installInfo, { query: { sn }, signal }),
  })
  const info = asked.data
  const { openForm, formDialog } = useFormDialog<'info'>({
    describe: () => info && infoForm(t, info),
    onOutdated: () => void asked.refetch(),
    onSaved: () => void client.invalidateQueries({ queryKey: ['installation'] }),
  })
  return (
    <section className="setup-card" aria-label={t('info.title')}>
      <header>
        <h4>{t('info.title')}</h4>
        <span className="setup-space" />
        <Button
          size="small"
          icon={<EditOutlined />}
          disabled={!info || !mayCall(updateInstallInfo)}
          title={mayCall(updateInstallInfo) ? undefined : t('notPermitted')}
          onClick={() => openForm('info')}
        >
          {t('info.edit')}
        </Button>
      </header>
      {asked.error && <Alert type="error" showIcon title={errorText(asked.error)} />}
      {info && (
        <dl className="setup-facts">
          <dt>{t('info.time')}</dt>
          <dd>{formatTime(info.installTime)}</dd>
          <dt>{t('info.installer')}</dt>
          <dd>{info.installer || NOTHING}</dd>
          <dt>{t('info.address')}</dt>
          <dd>{info.address || NOTHING}</dd>
          <dt>{t('info.height')}</dt>
          <dd>{info.height === null ? NOTHING : `${info.height} m`}</dd>
          <dt>{t('info.remark')}</dt>
          <dd>{info.remark || NOTHING}</dd>
          <dt>{t('info.photos')}</dt>
          <dd>{info.photos.length === 0 ? NOTHING : <Photos paths={info.photos} />}</dd>
        </dl>
      )}
      {formDialog}
    </section>
  )
}

function Photos({ paths }: { paths: readonly string[] }) {
  const t = useText('installation')
  return (
    <Image.PreviewGroup>
      <span className="setup-photos">
        {paths.map((path, i) => (
          <Image key={path} {...PHOTO_PX} src={platformAddress(path)} alt={t('info.photo', { n: i + 1 })} />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}

export function infoForm(t: T, info: Info): FormDescription {
  type Entry = Pick<Info, 'installTime' | 'installer' | 'address' | 'height' | 'photos' | 'remark'>
  const { sn, version, installTime, installer, address, height, photos, remark } = info
  const toBody = (entry: Entry) => ({ ...entry, sn, version })
  return describeForm<Entry>({
    title: t('info.editTitle'),
    okText: t('save'),
    width: 600,
    fields: [
      {
        kind: 'custom',
        name: 'installTime',
        label: t('info.time'),
        half: true,
        control: <InstallTimeField />,
        check: (entry) => (entry.installTime * 1000 > platformNow() ? t('info.future') : undefined),
      },
      {
        kind: 'text',
        name: 'installer',
        label: t('info.installer'),
        half: true,
      },
      {
        kind: 'text',
        name: 'address',
        label: t('info.address'),
        half: true,
      },
      {
        kind: 'number',
        decimals: 1,
        name: 'height',
        label: t('info.heightUnit'),
        half: true,
      },
      {
        kind: 'text',
        name: 'remark',
        label: t('info.remark'),
      },
      { kind: 'custom', name: 'photos', label: t('info.photos'), control: <PhotosField /> },
    ],
    initial: { installTime, installer, address, height, photos, remark },
    editing: true,
    schema: updateInstallInfo.body,
    toBody,
    async save(entry) {
      await request(updateInstallInfo, { body: updateInstallInfo.body.parse(toBody(entry)) })
      return t('info.saved')
    },
  })
}

/** A moment that has been, in seconds. */
function InstallTimeField(props: { value?: number; onChange?: (seconds: number) => void; id?: string }) {
  const { value = 0, onChange, id } = props
  const t = useText('installation')
  const zone = platformZoneMinutes()
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      style={{ width: '100%' }}
      aria-label={t('info.time')}
      allowClear={false}
      maxDate={dayjs(toPickerDate(platformNow(), zone))}
      value={dayjs(toPickerDate(value * 1000, zone))}
      onChange={(date) => date && onChange?.(Math.floor(fromPickerDate(date.toDate(), zone) / 1000))}
    />
  )
}

/** Photos of a form: those that are there, and room for another. */
function PhotosField(props: { value?: readonly string[]; onChange?: (paths: string[]) => void }) {
  const { value = [], onChange } = props
  const put = (at: number, path: string) => {
    const next = value.map((before, i) => (i === at ? path : before))
    if (at === value.length) next.push(path)
    onChange?.([...new Set(next.filter((each) => each !== ''))])
  }
  const places = value.length < INSTALLATION_LIMITS.photos ? [...value, ''] : value
  return (
    <div className="photos-field">
      {places.map((path, at) => (
        <PictureField key={path} value={path} onChange={(next) => put(at, next)} />
      ))}
    </div>
  )
}
