/** A camera whose line is cut. */
export function NoSignalIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="28"
      height="28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d="M3.5 7.5h9a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 15V9a1.5 1.5 0 0 1 1.5-1.5Z" />
      <path d="m14 10.5 5-2.5v8l-5-2.5M4 3.5l15.5 17" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
