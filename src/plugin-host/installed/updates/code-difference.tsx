import { useUnit } from 'effector-react'
import { Notice, SkeletonText, useTranslation } from '../../../ui/index.ts'
import type { DifferenceRow } from './line-difference.ts'
import { $differences, differenceFx, differenceRequested } from './update-difference.ts'

/** Rows that are shown; more would take long to draw, and nobody reads them. */
const MAX_ROWS = 500

type DifferenceProps = {
  readonly plugin: string
  /** Of the version that was found. */
  readonly hash: string
}

/** How the code of the version that was found differs from the installed one; loaded when it is opened. */
export function CodeDifference({ plugin, hash }: DifferenceProps) {
  const { t } = useTranslation('app')
  const { differences, loading, request } = useUnit({
    differences: $differences,
    loading: differenceFx.pending,
    request: differenceRequested,
  })
  const difference = differences[plugin]
  return (
    <details
      className="plugin-difference"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && difference?.to !== hash) request(plugin)
      }}
    >
      <summary>{t('plugin.update.difference')}</summary>
      {loading && <SkeletonText />}
      {!loading && difference && difference.to !== hash && (
        <Notice tone="warning">{t('plugin.update.changedSince')}</Notice>
      )}
      {!loading && difference?.to === hash && <Rows rows={difference.rows} />}
    </details>
  )
}

function Rows({ rows }: { readonly rows: readonly DifferenceRow[] }) {
  const { t } = useTranslation('app')
  if (rows.length === 0) return <p>{t('plugin.update.sameCode')}</p>
  return (
    <>
      <pre className="plugin-difference-rows">
        {rows.slice(0, MAX_ROWS).map((row, at) => (
          <Row key={at} row={row} />
        ))}
      </pre>
      {rows.length > MAX_ROWS && <p>{t('plugin.update.moreRows', { count: rows.length - MAX_ROWS })}</p>}
    </>
  )
}

function Row({ row }: { readonly row: DifferenceRow }) {
  const { t } = useTranslation('app')
  switch (row.kind) {
    case 'gap':
      return <div className="plugin-difference-gap">{t('plugin.update.unchanged', { count: row.count })}</div>
    case 'added':
      return <ins>{`+ ${row.text}`}</ins>
    case 'removed':
      return <del>{`- ${row.text}`}</del>
    case 'same':
      return <div>{`  ${row.text}`}</div>
  }
}
