import { Component, type ReactNode } from 'react'
import { noteProblem } from '../platform/diagnostics.ts'

type Props = { children: ReactNode; fallback: (again: () => void) => ReactNode }

/** Keeps a screen's failure on that screen; what happened is in diagnostics. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    noteProblem('screen', `${error.name}: ${error.message}`)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}
