import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A plain table for short, settled lists; long ones that page, sort or select are a DataTable. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <div className="w-full scrolls-sideways">
      <table className={cn("w-full border-collapse text-sm", className)} {...props} />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("border-b text-muted-foreground text-xs", className)} {...props} />;
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("h-9 border-b last:border-b-0", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-8 whitespace-nowrap px-3 text-left font-medium first:pl-0 last:pr-0", className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("px-3 py-1.5 first:pl-0 last:pr-0", className)} {...props} />;
}
