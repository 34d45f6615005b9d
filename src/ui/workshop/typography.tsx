import { Prose } from '../prose.tsx'
import { Part } from './part.tsx'

const picture =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300"><rect width="640" height="300" fill="#d9cfc1"/><path d="M0 300 190 110l120 120 90-90 240 160z" fill="#8d7f6c"/><circle cx="500" cy="80" r="34" fill="#f4ead9"/></svg>',
  )

const code = `const next = (rows, id) => {
  const at = rows.findIndex((row) => row.id === id)
  return rows[at + 1] ?? null // the end of the list is not an error, it is a place to stop reading and go outside
}`

export const Typography = () => (
  <Part title="Prose">
    <Prose>
      <h1>On reading slowly</h1>
      <p>
        A page is a promise that somebody thought about what comes <em>next</em>. It has{' '}
        <a href="#measure">a measure</a>, a rhythm and an end, and it asks for nothing but{' '}
        <strong>time</strong>. Inline <code>code</code>, <kbd>Ctrl</kbd> and <mark>marked words</mark> sit on
        the line<sup>1</sup>.
      </p>
      <h2 id="measure">The measure</h2>
      <p>Sixty-odd letters to a line; more, and the eye loses the next one.</p>
      <ul>
        <li>
          Lists breathe.
          <ul>
            <li>And nest.</li>
          </ul>
        </li>
        <li>They stay short.</li>
      </ul>
      <ol>
        <li>First</li>
        <li>Second</li>
      </ol>
      <blockquote>
        <p>Typography exists to honour content.</p>
      </blockquote>
      <figure>
        <img src={picture} alt="Hills under a pale sun" />
        <figcaption>A figure with its caption, set a little smaller.</figcaption>
      </figure>
      <h3>Code and tables</h3>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <table>
        <thead>
          <tr>
            <th>Feed</th>
            <th>Entries</th>
            <th>Last fetched</th>
            <th>Answer</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>LWN.net</td>
            <td>1,240</td>
            <td>Today at noon</td>
            <td>304 Not Modified</td>
          </tr>
          <tr>
            <td>xkcd</td>
            <td>312</td>
            <td>Yesterday</td>
            <td>200 OK</td>
          </tr>
        </tbody>
      </table>
      <hr />
      <details open>
        <summary>A folded part</summary>
        <p>It opens in place.</p>
      </details>
      <p lang="ja">
        <ruby>
          組版<rt>くみはん</rt>
        </ruby>
        は読みやすさのためにある。<em>強調</em>は傍点で示す。
      </p>
      <p lang="zh-CN">排版是为了让人读得舒服，而不是让人注意到它。</p>
    </Prose>
  </Part>
)
