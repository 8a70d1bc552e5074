/** Definitions of the figures; docs/glossary.md has the same. */
export default {
  flagged:
    'Devices with a red alarm flag. An alarm flags its device until an alarm of that device is confirmed, however long ago it began.',
  alarms24: 'Alarms that began in the last 24 hours.',
  alarmsToday: 'Alarms that began since midnight, platform time.',
  open24: 'Alarms that began in the last 24 hours and have not been processed yet.',
  openToday: 'Alarms that began since midnight, platform time, and have not been processed yet.',
  openSpan: 'Alarms in the chosen period and filters that have not been processed yet.',
  processed24: 'Share of the alarms of the last 24 hours that have been processed, whatever the result.',
  processedToday: 'Share of the alarms since midnight that have been processed, whatever the result.',
  ordersOpen:
    'Work orders not completed yet (new, assigned or in progress), whenever they were created. Includes overdue ones.',
  ordersOverdue: 'Open work orders past their deadline.',
  periodOpen: 'Work orders created in this period, not completed and still within their deadline.',
  periodOverdue: 'Work orders created in this period, not completed and past their deadline.',
}
