/** Tables and charts of what a plugin shows as data. */
import type { PluginNode } from '../../../plugin-api/tree.ts'
import { useTranslation } from '../../../ui/index.ts'

type Table = Extract<PluginNode, { kind: 'table' }>
type Chart = Extract<PluginNode, { kind: 'chart' }>

export function TreeTable({ node: { caption, columns, rows } }: { readonly node: Table }) {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  return (
    <div className="ui-scroll">
      <table className="plugin-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((_, column) => {
                const cell = row[column] ?? ''
                return typeof cell === 'number' ? (
                  <td key={column} data-number>
                    {format.format(cell)}
                  </td>
                ) : (
                  <td key={column}>{cell}</td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Of the drawing, in its own units. */
const WIDTH = 400
const HEIGHT = 120
/** Part of its place that a bar takes. */
const BAR = 0.72

export function TreeChart({ node: { form, label, points } }: { readonly node: Chart }) {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  const highest = Math.max(...points.map(({ value }) => value), 0) || 1
  const place = WIDTH / Math.max(points.length, 1)
  const top = (value: number) => HEIGHT - (value / highest) * HEIGHT
  return (
    <figure className="plugin-chart">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {form === 'line' ? (
          <polyline points={points.map(({ value }, at) => `${(at + 0.5) * place},${top(value)}`).join(' ')} />
        ) : (
          points.map(({ value }, at) => (
            <rect
              key={at}
              x={(at + (1 - BAR) / 2) * place}
              width={place * BAR}
              y={top(value)}
              height={HEIGHT - top(value)}
            />
          ))
        )}
      </svg>
      <div className="plugin-chart-ends" aria-hidden="true">
        <span>{points[0]?.label}</span>
        {points.length > 1 && <span>{points.at(-1)?.label}</span>}
      </div>
      <ul className="ui-visually-hidden">
        {points.map((point, at) => (
          <li key={at}>{`${point.label}: ${format.format(point.value)}`}</li>
        ))}
      </ul>
    </figure>
  )
}
