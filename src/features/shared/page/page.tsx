import { useUnit } from 'effector-react'
import { useId, useLayoutEffect, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { $firstKeys, registry } from '../../../model/app/index.ts'
import { pageParentChanged } from '../../../model/layout/index.ts'
import { $location, toPath } from '../../../model/location/index.ts'
import { $online } from '../../../model/network/index.ts'
import {
  classes,
  Kbd,
  Notice,
  OfflineIcon,
  PreviousIcon,
  tooltip,
  useTranslation,
} from '../../../ui/index.ts'
import { ListAndDetail, type Detail } from './list-and-detail.tsx'

type PageProps = {
  readonly title: string
  /** What the page is for. */
  readonly intro?: string
  /** Buttons at the end of the bar. */
  readonly actions?: ReactNode
  /** The page above this one, to which Escape leads too; the reader by default. */
  readonly back?: { readonly to: string; readonly label: string }
  /** What is chosen in the page's list, beside it where the window is wide (`useHasDetail`); null: nothing is to be chosen. */
  readonly detail?: Detail | null
  /** For the styles of what stands in the page. */
  readonly className?: string
  readonly children: ReactNode
}

/** A pane beside the subscriptions: a bar like those of the reader, and a body that scrolls. */
export function Page({ title, intro, actions, back, detail, className, children }: PageProps) {
  const { t } = useTranslation('common')
  const online = useUnit($online)
  const heading = useId()
  const body = (
    <div className="page-scroll" data-scroll role="region" aria-labelledby={heading} tabIndex={-1}>
      <div className="page-content">
        {intro && <p className="page-intro">{intro}</p>}
        {!online && <Notice icon={<OfflineIcon aria-hidden="true" />}>{t('state.offline')}</Notice>}
        {children}
      </div>
    </div>
  )
  return (
    <main className={classes('pane page', className)} data-focus-area="sub-layer">
      <header className="pane-bar page-bar">
        <Back to={back} />
        <h1 id={heading} className="page-title">
          {title}
        </h1>
        <span className="bar-gap" />
        {actions}
      </header>
      {detail === undefined ? body : <ListAndDetail list={body} detail={detail} />}
    </main>
  )
}

/** Leads where Escape leads: to the page above, else to where the user came from in the reader. */
function Back({ to: parent }: { readonly to: PageProps['back'] }) {
  const { t } = useTranslation(['shortcuts'])
  const { location, keys, invoke, changeParent } = useUnit({
    location: $location,
    keys: $firstKeys,
    invoke: registry.commandInvoked,
    changeParent: pageParentChanged,
  })
  const path = parent?.to ?? null
  useLayoutEffect(() => {
    changeParent(path)
    return () => void changeParent(null)
  }, [path, changeParent])
  const name = parent?.label ?? t('shortcuts:layout.leaveScreen')
  const leave = (event: MouseEvent) => {
    // Another tab opens what the link names.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    invoke({ id: 'layout:leave-screen', source: 'button' })
  }
  return (
    <Link
      className="page-back"
      to={path ?? toPath(location)}
      onClick={leave}
      {...tooltip(name, keys.get('layout:leave-screen'))}
    >
      <PreviousIcon aria-hidden="true" />
      <span className={parent ? undefined : 'ui-visually-hidden'}>{name}</span>
    </Link>
  )
}

/** What the keys do on a page, in one quiet line. @param hints keys in tinykeys syntax, and what they do */
export const KeyHints = ({
  hints,
}: {
  readonly hints: readonly (readonly [keys: string, does: string])[]
}) => (
  <p className="page-intro page-keys">
    {hints.map(([keys, does]) => (
      <span key={keys}>
        <Kbd keys={keys} all /> {does}
      </span>
    ))}
  </p>
)

/**
 * Marks what a screen begins with: its search, its first field, or the button that adds the first thing. The app focuses it
 * when the screen opens (app/focus.ts).
 */
export const mainField = { 'data-main-field': '' } as const
