import dayjsDates from '@rc-component/picker/generate/dayjs'
import generatePicker from 'antd/es/date-picker/generatePicker'
import dayjs, { type Dayjs } from 'dayjs'
import { platformNow, platformZoneMinutes } from '../platform/clock.ts'
import { toPickerDate } from '../platform/picker-date.ts'

/** antd's date picker, whose today and now are the platform's: browser and platform may be in different time zones. */
export const DatePicker = generatePicker<Dayjs>({
  ...dayjsDates,
  getNow: () => dayjs(toPickerDate(platformNow(), platformZoneMinutes())),
})
