import { Badge } from "@/components/ui/badge";

/** Permissions by their names, as many on a line as fit. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {permissions.map((permission) => (
        <li key={permission}>
          <Badge tone="neutral" className="font-mono">
            {permission}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
