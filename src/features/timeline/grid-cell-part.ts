/** What the list loads to draw pictures and videos. */
import './grid-cell.css'

export { GridCell as default } from './grid-cell.tsx'
