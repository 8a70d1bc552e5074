/** What the figures count; docs/glossary.md has the same. */
export default {
  flagged:
    'Devices with a red alarm flag. An alarm flags its device until an alarm of the device is confirmed, however long ago it began.',
  alarms24: 'Alarms that began in the last 24 hours.',
  alarmsToday: 'Alarms that began since midnight, platform time.',
  open24: 'Alarms that began in the last 24 hours and that nobody has processed yet.',
  openToday: 'Alarms that began since midnight, platform time, and that nobody has processed yet.',
  openSpan: 'Alarms of the chosen time and filters that nobody has processed yet.',
  processed24: 'Share of the alarms of the last 24 hours that somebody has processed, whatever the result.',
  processedToday: 'Share of the alarms since midnight that somebody has processed, whatever the result.',
  ordersOpen:
    'Work orders that are not done (new, assigned or in progress), whenever they were made. Overdue ones count, too.',
  ordersOverdue: 'Open work orders past their deadline.',
  periodOpen: 'Work orders made in this period that are not done and within their deadline.',
  periodOverdue: 'Work orders made in this period that are not done and past their deadline.',
}
