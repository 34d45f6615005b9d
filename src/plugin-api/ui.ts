/** The components that plugins build their parts from, and the hook for their translations. */
export {
  Avatar,
  Button,
  Dialog,
  EmptyState,
  Icon,
  Markdown,
  Notice,
  Progress,
  RelativeTime,
  SegmentedControl,
  Select,
  SkeletonText,
  Tag,
  TextField,
  useTranslation,
} from '../ui/index.ts'
