import type { ReactNode } from 'react'
import { Notice, useTranslation } from '../../ui/index.ts'
import { sessionFailure } from './session-failure.ts'

type SessionCardProps = { readonly title: string; readonly words: string; readonly children: ReactNode }

/** A page without the reader: signing in and up, and the pages that links in e-mails open. */
export const SessionCard = ({ title, words, children }: SessionCardProps) => (
  <main className="session-page" data-focus-area="home">
    <div className="session-card">
      <Logo />
      <h1 className="session-title">{title}</h1>
      <p className="session-words">{words}</p>
      {children}
    </div>
  </main>
)

/** Why a form's request failed, in the server's words where ours are vague. @param error null: it did not */
export function FailureNotice({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('app')
  if (error === null) return null
  const { key, reason } = sessionFailure(error)
  return <Notice tone="danger">{(key === 'other' && reason) || t(`session.error.${key}`, { reason })}</Notice>
}

/** The logo: an open book on a reading desk. Decorative, so hidden from screen readers. */
const Logo = () => (
  <svg className="session-mark" viewBox="0 0 48 48" aria-hidden="true">
    <path
      d="M24 15.5c-4.2-3-9.2-4-15-4v19c5.8 0 10.8 1 15 4 4.2-3 9.2-4 15-4v-19c-5.8 0-10.8 1-15 4Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinejoin="round"
    />
    <path d="M24 15.5v19" stroke="currentColor" strokeWidth="2.25" />
    <path d="M13 40h22" stroke="var(--accent)" strokeWidth="2.75" strokeLinecap="round" />
  </svg>
)
